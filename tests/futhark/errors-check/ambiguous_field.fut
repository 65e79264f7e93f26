-- The type of a parameter is needed, for its field is taken, and nothing says it.
-- ==
-- error: error\[E03[0-9]*\]: .*value

entry main (x: i32) : i32 = (\r -> r.value + 1) x
