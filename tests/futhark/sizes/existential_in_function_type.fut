-- A parameter may be a function whose result hides a size.
-- ==
-- entry: main
-- input { [1i32, -2i32, 3i32] } output { 2i64 1i64 }

def count (f: []i32 -> ?[k].[k]i32) (xs: []i32) : i64 = length (f xs)

entry main (xs: []i32) : (i64, i64) = (count (filter (> 0)) xs, count (\ys -> ys[:1]) xs)
