-- A function that is written in place is equal to no other one, and neither are sizes with it in them.
-- ==
-- error: E0501

def f [n] (ns: [n]i64) : [reduce (\x y -> x + y) 0 ns]i64 = iota (reduce (\x y -> x + y) 0 ns)
