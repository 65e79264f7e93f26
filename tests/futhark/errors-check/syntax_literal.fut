-- A number with letters that are no suffix.
-- ==
-- error: error\[E0103\]: malformed number `12abc`

entry main (x: i32) : i32 = x + 12abc
