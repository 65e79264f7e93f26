-- A size that a parameter before says.
-- ==
-- entry: main
-- input { 2i64 [1i32, 2i32] } output { [1i32, 4i32] }
-- input { 3i64 [1i32, 2i32] } error: 

entry main (n: i64) (xs: [n]i32) : [n]i32 = map2 (*) xs (map i32.i64 (1...n))
