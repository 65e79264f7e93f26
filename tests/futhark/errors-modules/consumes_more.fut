-- A function that consumes what the module type does not let it consume.
-- ==
-- error: E0205.*the value `f` consumes more

module type s = { val f [n] : [n]i32 -> [n]i32 }
module m : s = { def f [n] (xs: *[n]i32) : [n]i32 = xs with [0] = 1 }
def main [n] (xs: [n]i32) : [n]i32 = m.f xs
