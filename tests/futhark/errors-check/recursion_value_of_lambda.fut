-- A function without parameters of its own is a value.
-- ==
-- error: error\[E0210\]: the value `count` is defined in terms of itself

def count : i32 -> i32 = \n -> if n == 0 then 0 else 1 + count (n - 1)

entry main (n: i32) : i32 = count n
