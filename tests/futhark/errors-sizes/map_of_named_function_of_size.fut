-- Nor can a named function.
-- ==
-- error: E0501

def upto (n: i64) : [n]i64 = iota n

entry main (ns: []i64) : i64 = length (map upto ns)
