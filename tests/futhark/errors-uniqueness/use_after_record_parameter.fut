-- A consuming parameter that is a record consumes its fields.
-- ==
-- error: error\[E0401\]: `xs`

type~ state = {cells: []i32, time: i32}

def step (s: *state) : *state = s with cells[0] = s.time

entry main (xs: *[]i32) : i32 =
  let s = step {cells = xs, time = 3}
  in s.time + xs[0]
