-- A polymorphic function that calls itself at another type.
-- ==
-- error: error\[E0301\]

def nest 't (n: i32) (x: t) : i32 = if n == 0 then 0 else 1 + nest (n - 1) (x, x)

entry main (n: i32) : i32 = nest n true
