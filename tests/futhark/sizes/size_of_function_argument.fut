-- A size parameter that only a function has is what its type says.
-- ==
-- entry: main
-- input { [1i64, 2i64, 3i64] } output { 9i64 }

def apply_to_iota [n] (f: [n]i64 -> i64) : i64 = f (iota n)

entry main [n] (xs: [n]i64) : i64 = apply_to_iota (\(ys: [n]i64) -> i64.sum (map2 (+) xs ys))
