-- A refinement names a module that is not there.
-- ==
-- error: E0205.*no abstract type `t`

module type s = { module a : { type t } }
module m (R: s with b.t = i32) = {}
def main : bool = true
