-- A constructor's payload is the array itself.
-- ==
-- error: error\[E0401\]: `o`

type~ option = #none | #some ([]i32)

entry main [n] (xs: *[n]i32) : i32 =
  let o : option = #some xs
  let ys = xs with [0] = 7
  in ys[0] + match o case #none -> 0 case #some a -> a[0]
