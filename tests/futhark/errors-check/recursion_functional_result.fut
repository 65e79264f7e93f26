-- A recursive function that gives a function.
-- ==
-- error: error\[E0211\]: a recursive function returns a function

def adder (n: i32) : i32 -> i32 = if n == 0 then \x -> x else \x -> adder (n - 1) (x + 1)

entry main (n: i32) : i32 = adder n 0
