-- A result that the module type says is fresh.
-- ==
-- error: error\[E0205\]: the value `f` returns an array that may share memory

module type s = { val f [n] : [n]i32 -> *[n]i32 }
module m : s = { def f [n] (xs: [n]i32) : [n]i32 = xs }
def main [n] (xs: [n]i32) : [n]i32 = m.f xs
