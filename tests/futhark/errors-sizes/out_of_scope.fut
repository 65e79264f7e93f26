-- The size of a variable that goes out of scope is unknown.
-- ==
-- error: E0501

entry main (s: i64) (xs: [4]i64) : [4]i64 =
  let ys = match xs[s] case 0 -> iota 4 case k -> iota k
  in map2 (+) xs ys
