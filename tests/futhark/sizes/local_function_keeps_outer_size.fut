-- A local function may speak of sizes around it.
-- ==
-- entry: main
-- input { [1i32, 2i32] } output { [4i32, 8i32] }

entry main [n] (xs: [n]i32) : [n]i32 =
  let add (ys: [n]i32) : [n]i32 = map2 (+) xs ys
  in add (map2 (+) xs (add (replicate n 0 |> map2 (+) xs))) |> map2 (\x y -> y - 0 * x) xs
