-- Trailing commas after the last element of arrays, tuples, records, patterns and types.
-- ==
-- entry: main
-- input { 3i32 } output { [3i32, 4] 3i32 7i32 5i32 }
-- input { -1i32 } output { [-1i32, 0] -1i32 -1i32 1i32 }

type pair = (i32, i32,)
type rec = {a: i32, b: i32,}
def add ({a, b,}: rec) : i32 = a + b
entry main (x: i32) : ([]i32, i32, i32, i32,) =
  let (p, q,) : pair = (x, x + 1,)
  let r : rec = {a = p, b = q,}
  in ([p, q,], p, add r, ([x, x + 2,])[1:][0],)
