-- A constructor that the type does not have.
-- ==
-- error: error\[E0[0-9]*\]: .*#blue

type colour = #red | #green

def code (c: colour) : i32 = match c case #red -> 0 case #green -> 1 case #blue -> 2

entry main (x: i32) : i32 = code (if x > 0 then #red else #green)
