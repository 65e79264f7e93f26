-- A type that the module type tells cannot be refined.
-- ==
-- error: E0205.*no abstract type `t`

module type s = { type t = i32 val x : t }
module m (R: s with t = bool) = {}
def main : bool = true
