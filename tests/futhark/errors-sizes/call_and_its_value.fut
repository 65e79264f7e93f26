-- A call as a size is not the number that it gives.
-- ==
-- error: E0501.*3

def three (x: i64) : i64 = x - x + 3

entry main (x: i64) : [3]i64 = iota (three x)
