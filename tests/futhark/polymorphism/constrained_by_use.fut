-- Local functions whose types follow from their only uses.
-- ==
-- entry: main
-- input { 3i32 2.5f64 } output { 4i32 5f64 true }
-- input { 0i32 0f64 } output { 1i32 0f64 false }

-- ==
-- entry: later
-- input { [1i64, 2] } output { [2i64, 3] 2i64 }

entry main (a: i32) (x: f64) : (i32, f64, bool) =
  let inc y = y + 1
  let double y = y * 2
  let positive y = y > 0
  in (inc a, double x, positive x)
entry later [n] (xs: [n]i64) : ([n]i64, i64) =
  let next y = y + 1
  let count ys = length ys
  in (map next xs, count xs)
