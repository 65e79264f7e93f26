-- A refinement hides no more than the module type allows.
-- ==
-- error: E0205.*contains functions

module type s = { type t val x : t -> i32 }
module m (R: s with t = (i32 -> i32)) = {}
def main : bool = true
