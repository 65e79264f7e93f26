-- What may be the right operand without parentheses: `if`, `let`, `loop`, a lambda after a pipe, negation.
-- ==
-- entry: main
-- input { 3i32 } output { 5i32 7i32 6i32 9i32 }
-- input { -3i32 } output { -5i32 -5i32 -3i32 -3i32 }

-- ==
-- entry: matched
-- input { 1i32 } output { 11i32 }
-- input { 5i32 } output { 105i32 }

entry main (x: i32) : (i32, i32, i32, i32) =
  ( x + if x > 0 then 2 else -2
  , x * 2 + (let y = x in y - 1) - x + 2
  , x + loop y = 0 for i < x do y + i
  , x |> \y -> if y > 0 then y * y else y
  )
entry matched (x: i32) : i32 =
  x + match x case 1 -> 10 case _ -> 100
