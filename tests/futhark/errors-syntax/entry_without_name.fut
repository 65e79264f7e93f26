-- An entry point without a name.
-- ==
-- error: error\[E0102\]: unexpected `\(`

entry (x: i32) : i32 = x
