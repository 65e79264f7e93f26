-- Two fields as sizes are two sizes.
-- ==
-- error: E0501.*s.[ab].*s.[ab]

def pairs (s: {a: i64, b: i64}) = zip (iota s.a) (iota s.b)

entry main (n: i64) = pairs {a = n, b = n}
