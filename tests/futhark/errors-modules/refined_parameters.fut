-- A refinement takes the parameters of the type.
-- ==
-- error: E0205.*takes other parameters

module type s = { type t [n] val x [n] : t [n] -> i32 }
module m (R: s with t = i32) = {}
def main : bool = true
