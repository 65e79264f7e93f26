-- An element of an array as a size.
-- ==
-- entry: main
-- input { [2i64, 3i64] } output { [0i64, 2i64, 4i64] }

entry main (ns: []i64) : []i64 = map2 (+) (iota ns[1]) (iota ns[1])
