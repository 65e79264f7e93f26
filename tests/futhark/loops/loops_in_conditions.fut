-- Conditions of `while` loops that contain loops.
-- ==
-- entry: count
-- input { 0i64 } output { 0i64 }
-- input { 7i64 } output { 3i64 }
-- input { 100i64 } output { 96i64 }

-- ==
-- entry: updates
-- input { [5i64, 3, 4] } output { [2i64, 3, 4] }
-- input { [1i64, 1, 1] } output { [1i64, 1, 1] }

-- ==
-- entry: grows
-- input { 1i64 } output { [1i64, 2, 3, 5, 8, 13, 21] }
-- input { 40i64 } output { [40i64] }

-- ==
-- entry: fails
-- input { [1i64, 2] } error: Index \[2\] out of bounds

-- The inner condition contains a loop, too.
entry count (n: i64) : i64 =
  (loop (x, steps) = (n, 0)
   while (loop (y, left) = (x, 3) while (loop z = y for i < left do z - 1) > 0 && left > 0 do (y - 1, left - 1)).0 > 1 do
     (x - 1, steps + 1)).1

entry updates (xs: *[]i64) : []i64 =
  loop (xs: *[]i64) = xs while (loop sum = 0 for x in xs do sum + x) > 9 do
    xs with [0] = xs[0] - 1

-- The size of the state varies.
entry grows (n: i64) : []i64 =
  loop xs = [n] while (loop sum = 0 for x in xs do sum + x) < 40 do
    xs ++ [if length xs == 1 then 2 else xs[length xs - 1] + xs[length xs - 2]]

entry fails (xs: []i64) : i64 =
  loop x = 0 while (loop sum = 0 for i < x + 1 do sum + xs[i]) < 100 do x + 1
