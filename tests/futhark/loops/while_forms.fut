-- `while` loops: with no turns, with tuples, with conditions on arrays and on calls.
-- ==
-- entry: collatz
-- input { 1i32 } output { 0i32 }
-- input { 6i32 } output { 8i32 }
-- input { 27i32 } output { 111i32 }

-- ==
-- entry: digits
-- input { 0i32 } output { 0i32 0i32 }
-- input { 12345i32 } output { 5i32 15i32 }
-- input { 100i32 } output { 3i32 1i32 }

-- ==
-- entry: first_negative
-- input { [3i32, 1, -2, 5] } output { 2i64 }
-- input { [3i32] } output { 1i64 }
-- input { empty([0]i32) } output { 0i64 }

entry collatz (n: i32) : i32 =
  (loop (x, steps) = (n, 0) while x != 1 do (if x % 2 == 0 then x / 2 else 3 * x + 1, steps + 1)).1
entry digits (n: i32) : (i32, i32) =
  let (_, count, sum) = loop (x, count, sum) = (n, 0, 0) while x > 0 do (x / 10, count + 1, sum + x % 10)
  in (count, sum)
entry first_negative [n] (xs: [n]i32) : i64 =
  loop i = 0 while i < n && xs[i] >= 0 do i + 1
