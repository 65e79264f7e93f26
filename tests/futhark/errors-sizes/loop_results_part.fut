-- Two arrays of a loop start equally long, but the rounds do not keep them so.
-- ==
-- error: E0501

def f [n] (xs: [n]i32) (k: i64) : []i32 =
  let (a, b, _) = loop (a, b, c) = (xs, xs, xs) for _i < k do (a ++ c, b ++ a, c ++ [0])
  in map2 (+) a b
