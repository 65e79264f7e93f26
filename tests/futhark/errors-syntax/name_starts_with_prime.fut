-- A name does not begin with a prime.
-- ==
-- error: error\[E0102\]: unexpected `'`

def 'f (x: i32) : i32 = x
