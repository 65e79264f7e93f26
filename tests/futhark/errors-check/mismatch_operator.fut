-- Two integer types do not mix in an operator.
-- ==
-- error: error\[E0301\]: .*i32.*i64

entry main [n] (xs: [n]i32) : i32 = i32.sum xs / n
