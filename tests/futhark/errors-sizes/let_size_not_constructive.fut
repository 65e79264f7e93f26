-- A size of a `let` that only a function has.
-- ==
-- error: E0502.*`n`

entry main (x: i64) : i64 = let [n] (_f: [n]i64 -> i64) = (\_ -> x) in n
