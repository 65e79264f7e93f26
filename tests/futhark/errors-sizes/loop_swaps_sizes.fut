-- Two arrays that change places have no known sizes.
-- ==
-- error: E0501

entry main [n] [m] (k: i64) (xs: [n]i32) (ys: [m]i32) : [n]i32 =
  (loop (a, b) = (xs, ys) for _i < k do (b, a)).0
