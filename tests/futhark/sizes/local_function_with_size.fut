-- A local function with a size parameter works at every size.
-- ==
-- entry: main
-- input { [1i32, 2i32] [3i32] } output { [2i32, 4i32] [6i32] }

entry main [n] [m] (xs: [n]i32) (ys: [m]i32) : ([n]i32, [m]i32) =
  let twice [k] (zs: [k]i32) : [k]i32 = map2 (+) zs zs
  in (twice xs, twice ys)
