-- A structure takes no argument.
-- ==
-- error: E0203.*this module takes no argument

module m = { def x = 1i32 }
module n = m { def y = 2i32 }
def main : bool = true
