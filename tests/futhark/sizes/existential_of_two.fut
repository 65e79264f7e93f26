-- A result may hide two sizes.
-- ==
-- entry: main
-- input { [1i32, -2i32, 3i32] } output { 2i64 1i64 }

def parts (xs: []i32) : ?[k][l].([k]i32, [l]i32) = (filter (> 0) xs, filter (<= 0) xs)

entry main (xs: []i32) : (i64, i64) = let (a, b) = parts xs in (length a, length b)
