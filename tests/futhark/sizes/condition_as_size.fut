-- A choice as a size.
-- ==
-- entry: main
-- input { true 2i64 } output { [0i64, 2i64] }
-- input { false 2i64 } output { [0i64, 2i64, 4i64, 6i64, 8i64] }

def some (c: bool) (n: i64) : [if c then n else 5]i64 = iota (if c then n else 5)

entry main (c: bool) (n: i64) : []i64 = map2 (+) (some c n) (some c n)
