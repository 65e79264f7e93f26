-- `match` inside of expressions, of arms and of functions, with parentheses where one ends in the middle.
-- ==
-- entry: main
-- input { 0i32 1i32 } output { 11i32 }
-- input { 0i32 2i32 } output { 20i32 }
-- input { 1i32 1i32 } output { 102i32 }
-- input { 9i32 9i32 } output { 9i32 }

-- ==
-- entry: twice
-- input { 0i32 } output { 3i32 }
-- input { 1i32 } output { 5i32 }
-- input { 2i32 } output { 7i32 }

entry main (a: i32) (b: i32) : i32 =
  match a
  case 0 -> (match b case 1 -> 11 case x -> x * 10)
  case 1 -> 100 + (match b case 0 -> 1 case _ -> 2)
  case x -> x
entry twice (x: i32) : i32 =
  let f y = match y case 0 -> 1 case 1 -> 2 case z -> z + 1
  in (match f x case 1 -> 2 case z -> z + 1) + (match x case 0 -> 1 case 1 -> 2 case _ -> 3)
