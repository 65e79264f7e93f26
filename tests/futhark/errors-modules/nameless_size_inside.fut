-- Also in the middle of a parameter's type.
-- ==
-- error: E0502.*a parameter of `f`

module type s = { val f : i32 -> (bool, [2][]i32) -> i32 }
module m (S: s) = {}
def main : bool = true
