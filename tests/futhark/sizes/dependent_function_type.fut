-- A function type whose result has the size of an argument.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 2i64, 4i64] }

def both (f: (n: i64) -> [n]i64) (n: i64) : [n]i64 = map2 (+) (f n) (f n)

entry main (n: i64) : [n]i64 = both iota n
