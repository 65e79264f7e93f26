-- An expression that consumes is no size.
-- ==
-- error: E050[12]

def last (xs: *[]i64) : i64 = xs[0]

entry main (n: i64) : [n]i64 = iota (last (replicate 1 n))
