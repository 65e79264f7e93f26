-- The type of a parametric module cannot be included.
-- ==
-- error: E0205.*cannot be included

module type f = {} -> {}
module type g = { include f val x : i32 }
module m (G: g) = { def x = G.x }
def main : bool = true
