-- The branches of `if` have different types.
-- ==
-- error: error\[E0301\]: .*i32.*bool

entry main (x: i32) : i32 = if x > 0 then x else x > -5
