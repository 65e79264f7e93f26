-- A result that the module type says is fresh.
-- ==
-- error: E0403

module type s = { val f [n] : [n]i32 -> *[n]i32 }
module m : s = { def f [n] (xs: [n]i32) : [n]i32 = xs }
def main [n] (xs: [n]i32) : [n]i32 = m.f xs
