-- Wildcards of all sorts: for the rest, for parameters, in loops, and for whole expressions.
-- ==
-- entry: main
-- input { 1i32 } output { 1i32 3i32 8i32 9i32 }
-- input { 7i32 } output { 7i32 9i32 56i32 9i32 }

-- ==
-- entry: first_cases
-- input { 0i32 0i32 } output { 0i32 }
-- input { 0i32 1i32 } output { 1i32 }
-- input { 1i32 0i32 } output { 2i32 }
-- input { 1i32 1i32 } output { 3i32 }

def const2 (_: i32) (_: bool) (x: i32) : i32 = x
entry main (a: i32) : (i32, i32, i32, i32) =
  let _ = a * 1000
  let (_, b, _) = (a, a + 2, a)
  in (const2 9 false a, b, loop s = a for _ in [1i32, 2, 3] do if a == 1 then s + s else s * 2, (\_ _ -> 9) a b)
entry first_cases (a: i32) (b: i32) : i32 =
  match (a, b)
  case (0, 0) -> 0
  case (0, _) -> 1
  case (_, 0) -> 2
  case _ -> 3
