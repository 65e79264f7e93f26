-- A function that calls itself does not say what all its parameters are.
-- ==
-- error: error\[E0209\]: (.|\n)*this parameter needs a type

def power (base: i32) n : i32 = if n == 0 then 1 else base * power base (n - 1)

entry main (n: i32) : i32 = power 2 n
