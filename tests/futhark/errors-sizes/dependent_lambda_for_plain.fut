-- A lambda whose second parameter has the size of its first is no function of any number and an array of one size.
-- ==
-- error: E0501

def both [n] (f: i64 -> [n]i32 -> i64) (xs: [n]i32) : i64 = f n xs + f 0 xs

entry main : i64 =
  let f = \(k: i64) (zs: [k]i32) -> k + length zs
  in both f [1, 2]
