-- An operator that is no sum or product, as a size.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 2i64, 4i64, 6i64, 8i64, 10i64, 12i64, 14i64] }

def leaves (depth: i64) : [2 ** depth]i64 = iota (2 ** depth)

entry main (depth: i64) : []i64 = map2 (+) (leaves depth) (leaves depth)
