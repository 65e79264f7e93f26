-- A type that is told cannot be told again.
-- ==
-- error: E0205.*no abstract type `t`

module type s = { type t val x : t }
module type r = s with t = i32 with t = bool
module m (R: r) = {}
def main : bool = true
