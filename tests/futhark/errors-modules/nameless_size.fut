-- Sizes left of an arrow need names in module types.
-- ==
-- error: E0502.*a size without a name in a parameter of `sum`

module type s = { val sum : []i32 -> i32 }
module m : s = { def sum (xs: []i32) = i32.sum xs }
def main : bool = true
