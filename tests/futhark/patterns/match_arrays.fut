-- `match` on values of arrays, with arrays as results, inside of maps.
-- ==
-- entry: main
-- input { [0i32, 1, 2] } output { [0i32, 10, 4] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: rows
-- input { 0i32 3i64 } output { [0i64, 1, 2] }
-- input { 1i32 3i64 } output { [7i64, 7, 7] }
-- input { 2i32 2i64 } output { [1i64, 0] }
-- input { 0i32 0i64 } output { empty([0]i64) }

-- ==
-- entry: whole
-- input { [3i32, 4] } output { 3i32 2i64 }
-- input { empty([0]i32) } output { -1i32 0i64 }

entry main [n] (xs: [n]i32) : [n]i32 =
  map (\x -> match x case 0 -> 0 case 1 -> 10 case y -> y * 2) xs
entry rows (k: i32) (n: i64) : [n]i64 =
  match k
  case 0 -> iota n
  case 1 -> replicate n 7
  case _ -> reverse (iota n)
entry whole [n] (xs: [n]i32) : (i32, i64) =
  match (n, xs)
  case (0, _) -> (-1, 0)
  case (m, ys) -> (ys[0], m)
