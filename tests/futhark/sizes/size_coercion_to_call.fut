-- `:>` claims a size that a call computes.
-- ==
-- entry: main
-- input { 2i64 [1i32, 2i32, 3i32, 4i32] } output { 10i32 }
-- input { 3i64 [1i32, 2i32, 3i32, 4i32] } error: size

def square (n: i64) : i64 = n * n

def total (n: i64) (xs: [square n]i32) : i32 = i32.sum xs

entry main (n: i64) (xs: []i32) : i32 = total n (xs :> [square n]i32)
