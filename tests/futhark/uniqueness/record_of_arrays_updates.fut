-- One component of a record is consumed and replaced in a loop while another is read.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { [7i32, 5, 3] [1i32, 2, 3] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

-- Suffix sums of b, plus b.
entry main [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  let r = {acc = copy xs, b = xs}
  let r = loop r for i in reverse (iota (i64.max 0 (n - 1))) do
            r with acc = (r.acc with [i] = r.acc[i + 1] + r.b[i])
  in (if n == 0 then r.acc else copy r.acc with [0] = r.acc[0] + 1, r.b)
