-- A size that a case binds is unknown outside.
-- ==
-- entry: main
-- input { 2i64 } output { [0i64, 1i64] }
-- input { 0i64 } output { [9i64] }

entry main (k: i64) : []i64 =
  match k
  case 0 -> [9]
  case n -> iota n
