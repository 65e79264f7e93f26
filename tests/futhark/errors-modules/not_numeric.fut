-- A module that is no number.
-- ==
-- error: E0205.*`i8`

module f (N: numeric) = { def x = N.i32 1 }
module m = f { type t = i32 }
def main : i32 = m.x
