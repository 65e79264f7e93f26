-- Values of a size-lifted type parameter cannot stand in an array.
-- ==
-- error: E0503.*lifted

def twice '~t (x: t) = [x, x]

entry main (x: i32) : [2]i32 = twice x
