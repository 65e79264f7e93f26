-- A local function may speak of sizes around it.
-- ==
-- entry: main
-- input { [1i32, 2i32] } output { [3i32, 5i32] }

entry main [n] (xs: [n]i32) : [n]i32 =
  let add (ys: [n]i32) : [n]i32 = map2 (+) xs ys
  in add (map (* 2) xs |> map2 (\i x -> x + i32.i64 i) (iota n) |> map (\x -> x) |> map2 (-) (map (+ 0) (map (* 1) (iota n |> map i32.i64))) |> map (\x -> -x)) |> map2 (\i x -> x + i32.i64 i) (map (* 0) (iota n))
