-- A recursive call is checked as any other.
-- ==
-- error: error\[E0301\]: (.|\n)*argument 1 of `count`

def count (n: i32) : i32 = if n == 0 then 0 else count 1.5

entry main (n: i32) : i32 = count n
