-- Local functions in local functions, each with a size of its own.
-- ==
-- entry: main
-- input { [1i64,2] } output { 4i64 }

entry main [n] (xs: [n]i64) =
  let f [k] (ys: [k]i64) = let g [m] (zs: [m]i64) : [m + k + n]i64 = zs ++ ys ++ xs in length (g xs[1:]) - 1 in f xs
