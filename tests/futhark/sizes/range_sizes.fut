-- A range has the size that its bounds say.
-- ==
-- entry: main
-- input { 2i64 5i64 } output { [2i64, 3i64, 4i64] [1i64, 2i64, 3i64, 4i64, 5i64] [0i64, 1i64] [2i64, 3i64, 4i64, 5i64] }

entry main (a: i64) (b: i64) : ([b - a]i64, [b]i64, [a]i64, [b - a + 1]i64) = (a..<b, 1...b, 0..1..<a, a...b)
