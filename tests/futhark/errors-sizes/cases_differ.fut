-- Cases of different sizes give an unknown one.
-- ==
-- error: E0501

entry main [n] (k: i64) (xs: [n]i32) : [n]i32 =
  match k
  case 0 -> xs
  case _ -> xs[:k]
