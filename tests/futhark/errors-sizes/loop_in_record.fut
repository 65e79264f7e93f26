-- A field of a loop's record that changes its size.
-- ==
-- error: E0501

entry main [n] (xs: [n]i32) : [n]i32 =
  (loop r = {a = xs, k = 0i64} for i < 3 do {a = r.a[i:], k = i}).a
