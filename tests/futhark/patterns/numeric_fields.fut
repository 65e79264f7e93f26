-- Patterns of records with numeric fields are patterns of tuples.
-- ==
-- entry: main
-- input { 1i32 2i32 } output { 1i32 2i32 3i32 }
-- input { 0i32 -1i32 } output { 0i32 -1i32 -1i32 }

-- ==
-- entry: matched
-- input { 0i32 5i32 } output { 5i32 }
-- input { 1i32 5i32 } output { 6i32 }

entry main (a: i32) (b: i32) : (i32, i32, i32) =
  let {0 = x, 1 = y} = (a, b)
  let (p, q) = {1 = b, 0 = a}
  in (x, y, p + q)
entry matched (k: i32) (x: i32) : i32 =
  match (k, x)
  case {0 = 0, 1 = y} -> y
  case {0 = i, 1 = y} -> i + y
