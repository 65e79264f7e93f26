-- Only the first component of the result is fresh; the other one is the argument.
-- ==
-- entry: main
-- input { [3, 4] } output { [7, 5] [3, 4] }

def pair [n] (xs: [n]i32) : (*[n]i32, [n]i32) = (map (+ 1) xs, xs)

entry main [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  let (ys, zs) = pair xs
  in (ys with [0] = 7, zs)
