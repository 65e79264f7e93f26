-- Loops in loops, each of which changes the size: the check is not repeated more than needed.
-- ==
-- entry: main
-- input { [1i32] } output { 64i64 }

entry main (xs: []i32) : i64 =
  length (loop a = xs for _i0 < 1 do
          loop b = a for _i1 < 1 do
          loop c = b for _i2 < 1 do
          loop d = c for _i3 < 1 do
          loop e = d for _i4 < 1 do
          loop f = e for _i5 < 1 do
          loop g = f for _i6 < 2 do
          loop h = g for _i7 < 3 do h ++ h)
