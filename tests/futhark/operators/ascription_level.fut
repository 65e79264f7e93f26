-- Ascriptions and coercions bind less tightly than all operators.
-- ==
-- entry: main
-- input { 1i32 2i32 } output { 3i32 7i32 }
-- input { -1i32 0i32 } output { -1i32 3i32 }

-- ==
-- entry: coerced
-- input { [1i32, 2, 3] 3i64 } output { [2i32, 3, 4] }
-- input { [1i32, 2, 3] 2i64 } error: 3.*2
-- input { empty([0]i32) 0i64 } output { empty([0]i32) }

entry main (a: i32) (b: i32) : (i32, i32) =
  let x = a + b : i32
  in (x, (a * 2 : i32) + 5 : i32)
entry coerced (xs: []i32) (n: i64) : [n]i32 = map (+ 1) <| xs :> [n]i32
