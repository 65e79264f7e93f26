-- A size parameter that only the result has is what the context says.
-- ==
-- entry: main
-- input { 3i64 } output { [7i32, 7i32, 7i32] }

def sevens [n] : [n]i32 = replicate n 7

entry main (n: i64) : [n]i32 = map2 i32.max sevens (replicate n 0)
