-- Loops in loops, each of which changes the size: the check is not repeated more than needed.
-- ==
-- entry: main
-- input { [1i32] } output { 64i64 }

entry main (xs: []i32) : i64 =
  length (loop a = xs for _ < 1 do
          loop b = a for _ < 1 do
          loop c = b for _ < 1 do
          loop d = c for _ < 1 do
          loop e = d for _ < 1 do
          loop f = e for _ < 1 do
          loop g = f for _ < 2 do
          loop h = g for _ < 3 do h ++ h)
