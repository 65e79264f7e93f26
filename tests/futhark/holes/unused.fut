-- Holes that no run reaches hurt nobody.
-- ==
-- warning: a hole is left in the program

-- ==
-- entry: main
-- input { 3i32 } output { 6i32 }

-- ==
-- entry: by_case
-- input { 1i32 } output { 10i32 }
-- input { 2i32 } error: hole

-- ==
-- entry: in_loop
-- input { 0i32 } output { 1i32 }
-- input { 1i32 } error: hole

def later (x: i32) : i32 = ???

entry main (x: i32) = x + x

entry by_case (x: i32) =
  match x
  case 1 -> 10
  case _ -> later x

entry in_loop (n: i32) = loop x = 1 for _i < n do x + ???
