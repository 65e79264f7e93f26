-- Two arrays of the same computed size in pairs.
-- ==
-- entry: main
-- input { 2i64 3i64 } output { [0i64, 2i64, 4i64, 6i64, 8i64] }

entry main (n: i64) (m: i64) : []i64 = zip (iota (n + m)) (replicate n 0 ++ replicate m 0) |> map (\(i, z) -> 2 * i + z)
