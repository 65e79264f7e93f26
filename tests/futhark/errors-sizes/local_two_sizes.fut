-- A local function takes two arrays of one size, and gets two of different sizes.
-- ==
-- error: E0501

def f [n] [m] (xs: [n]i32) (ys: [m]i32) : i32 =
  let dot [k] (a: [k]i32) (b: [k]i32) : i32 = reduce (+) 0 (map2 (*) a b)
  in dot xs ys
