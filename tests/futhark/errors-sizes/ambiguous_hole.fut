-- Nothing tells the size of a hole.
-- ==
-- error: E0502|E0306

entry main (x: i64) : i64 = x + length ???
