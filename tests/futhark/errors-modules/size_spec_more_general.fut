-- Nor have more sizes than it.
-- ==
-- error: E0205

module m : {val f [n] [m] : [n]i32 -> [m]i32 -> i32} = {
  def f [n] (xs: [n]i32) (ys: [n]i32) : i32 = i32.sum (map2 (+) xs ys)
}
