-- A call within an argument of a call; the entry point itself is recursive.
-- ==
-- entry: main
-- input { 0 0 } output { 1 }
-- input { 1 3 } output { 5 }
-- input { 2 4 } output { 11 }
-- input { 3 5 } output { 253 }

entry main (m: i32) (n: i32) : i32 =
  if m == 0 then n + 1
  else if n == 0 then main (m - 1) 1
  else main (m - 1) (main m (n - 1))
