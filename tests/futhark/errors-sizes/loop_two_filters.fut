-- The body needs its two arrays to be equally long, but filters each for itself.
-- ==
-- error: E0501

def f [n] (xs: [n]i32) (k: i64) : i32 =
  let (a, b) = loop (a, b) = (xs, xs) for _i < k do (filter (> 0) (map2 (+) a b), filter (> 1) b)
  in i32.sum a + i32.sum b
