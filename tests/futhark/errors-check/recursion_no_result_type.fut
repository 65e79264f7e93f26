-- A function that calls itself does not say what it gives.
-- ==
-- error: error\[E0209\]: `length_of` calls itself and does not say its types

def length_of (n: i32) = if n == 0 then 0 else 1 + length_of (n - 1)

entry main (n: i32) : i32 = length_of n
