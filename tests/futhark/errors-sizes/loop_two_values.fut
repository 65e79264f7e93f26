-- Two values of a loop whose sizes vary need not be equally long.
-- ==
-- error: E0501

entry main (n: i64) (xs: [2]i32) =
  loop (a, b) = (xs, xs) for _i < n do (a ++ a, map2 (+) a b)
