-- The inner size of an empty map's result is still the function's.
-- ==
-- entry: main
-- input { empty([0]i64) 4i64 } output { 0i64 4i64 2i64 }
-- input { [9i64] 0i64 } output { 1i64 0i64 2i64 }

def shape3 [a] [b] [c] 't (_: [a][b][c]t) : (i64, i64, i64) = (a, b, c)

entry main [n] (xs: [n]i64) (m: i64) : (i64, i64, i64) =
  shape3 (map (\x -> map (\y -> [x, y]) (iota m)) xs)
