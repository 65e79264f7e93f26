-- A loop whose size changes, in a map: regular where all elements agree, and a failure where they do not.
-- ==
-- entry: main
-- input { [1i64, 1] } output { [2i64, 2] }
-- input { [0i64] } output { [1i64] }
-- input { empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: rows
-- input { 2i64 [1i64, 1] } output { [[7i64, 7], [7, 7]] }
-- input { 8i64 [3i64] } output { [[7i64, 7, 7, 7, 7, 7, 7, 7]] }
-- input { 2i64 [1i64, 2] } error: size|shape|2|4
-- input { 2i64 [0i64] } error: size|shape|1|2

def grow (n: i64) : []i64 = loop a = [7i64] for _i < n do a ++ a

entry main [k] (ns: [k]i64) : [k]i64 = map (\n -> length (grow n)) ns
entry rows [k] (m: i64) (ns: [k]i64) : [k][m]i64 = map (\n -> grow n :> [m]i64) ns
