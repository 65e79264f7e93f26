-- A computed size in a type abbreviation is the expression with the argument.
-- ==
-- error: E0501.*(k \+ 1|k).*

type grown [n] = [n + 1]i64

def grow (n: i64) : grown [n] = iota (n + 1)

entry main (k: i64) : [k]i64 = grow k
