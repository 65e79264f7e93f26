-- An element of the outer array is the size of a local function's parameter.
-- ==
-- entry: main
-- input { [1i64,2] } output { [2i64, 2] }

entry main [n] (xs: [n]i64) = map (\x -> let ys = replicate x 1
  let f (zs: [x]i64) (i: i64) = zs[i] in if x > 0 then n * f ys 0 else 0) xs
