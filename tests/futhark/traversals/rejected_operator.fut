-- A reduction's operator takes and gives elements.
-- ==
-- error: .

entry counted (xs: []i32) : i64 = reduce (\(n: i64) (x: i32) -> n + i64.i32 x) 0i64 xs
