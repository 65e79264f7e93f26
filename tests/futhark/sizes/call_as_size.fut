-- A size may be a call; the same call is the same size.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 2i64, 4i64, 6i64, 8i64, 10i64] }
-- input { 0i64 } output { empty([0]i64) }

def twice (n: i64) : i64 = n + n

def upto (n: i64) : [twice n]i64 = iota (twice n)

entry main (n: i64) : []i64 = map2 (+) (upto n) (upto n)
