-- A converted number as a size is equal only to the same conversion.
-- ==
-- error: E0501.*i64.i32 [ab].*i64.i32 [ab]

entry main (a: i32) (b: i32) = zip (iota (i64.i32 a)) (iota (i64.i32 b))
