-- Floats have no bit operations in their module.
-- ==
-- error: E0205.*the module lacks the value

module f (I: integral) = { def x = I.i32 1 }
module m = f f32
def main : f32 = m.x
