-- A function given with one size is not one of any size.
-- ==
-- error: E0501

def both [n] [m] (f: [n]i32 -> i32) (xs: [n]i32) (ys: [m]i32) : i32 = f xs + f ys
