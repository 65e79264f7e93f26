-- `n + 1` is not `1 + n`: sizes are equal when they are the same expression.
-- ==
-- error: E0501.*n \+ 1.*1 \+ n|E0501.*1 \+ n.*n \+ 1

entry main (n: i64) : [n + 1]i64 = iota (1 + n)
