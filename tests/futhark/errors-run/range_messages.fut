-- Ranges that cannot be, of every form, in loops and in maps.
-- ==
-- entry: upto
-- input { 1i32 3i32 } output { 6i32 }
-- input { 4i32 3i32 } output { 0i32 }
-- input { 5i32 3i32 } error: Range 5..<4 is invalid

-- ==
-- entry: stepped
-- input { 0i32 2i32 } output { 6i32 }
-- input { 0i32 0i32 } error: Range 0..0...5 is invalid
-- input { 0i32 -1i32 } error: [Rr]ange 0

-- ==
-- entry: in_map
-- input { [1i64, 3] } output { [0i64, 3] }
-- input { [1i64, 0] } output { [0i64, 0] }
-- input { [1i64, -1] } error: Range 0\.\.<-1 is invalid\.

-- ==
-- entry: down
-- input { 3i64 } output { 6i64 }
-- input { 0i64 } output { 0i64 }
-- input { -2i64 } error: Range -2..>0 is invalid

entry upto (a: i32) (b: i32) : i32 = i32.sum (a..<b + 1)
entry stepped (a: i32) (b: i32) : i32 = i32.sum (a..b...5)
entry in_map [n] (xs: [n]i64) : [n]i64 = map (\x -> i64.sum (0..<x)) xs
entry down (n: i64) : i64 = i64.sum (n..>0)
