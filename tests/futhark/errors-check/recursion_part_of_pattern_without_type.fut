-- One part of a tuple parameter has no type.
-- ==
-- error: error\[E0209\]: (.|\n)*this parameter needs a type

def sum ((n: i32), so_far) : i32 = if n == 0 then so_far else sum (n - 1, so_far + n)

entry main (n: i32) : i32 = sum (n, 0)
