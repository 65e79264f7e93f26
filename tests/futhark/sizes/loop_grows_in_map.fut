-- A loop that grows by the element of a map, of which only the length comes out.
-- ==
-- entry: main
-- input { [3i64, 1] } output { [8i64, 2] }

entry main [m] (ns: [m]i64) = map (\n -> let xs = loop xs = [0i64] for i < n do xs ++ xs in length xs) ns
