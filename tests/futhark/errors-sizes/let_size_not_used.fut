-- A size of a `let` that its pattern does not use.
-- ==
-- error: E0502.*`n`

entry main (x: i32) : i64 = let [n] (y: i32) = x in i64.i32 y + n
