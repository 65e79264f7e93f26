-- A function applied to itself has no type.
-- ==
-- error: error\[E0305\]: .*

def twice f = f f

entry main (x: i32) : i32 = x
