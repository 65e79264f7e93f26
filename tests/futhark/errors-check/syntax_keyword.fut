-- A word of the language cannot be a name.
-- ==
-- error: error\[E0102\]: unexpected `loop`

entry main (loop: i32) : i32 = loop + 1
