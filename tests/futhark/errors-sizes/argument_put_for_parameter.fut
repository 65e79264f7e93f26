-- The size of a result is that of the argument, put for the parameter.
-- ==
-- error: E0501.*k \+ 1.*k \+ 2|E0501.*k \+ 2.*k \+ 1

def more (n: i64) : [n + 1]i64 = iota (n + 1)

entry main (k: i64) : [k + 2]i64 = more k
