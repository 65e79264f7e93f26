-- Whole expressions between brackets: conditions, loops, calls, other indices, arithmetic.
-- ==
-- entry: main
-- input { [0i64, 2, 1] 2i64 } output { 1i64 1i64 2i64 2i64 }
-- input { [0i64, 2, 1] 1i64 } output { 2i64 0i64 1i64 2i64 }

-- ==
-- entry: negative
-- input { [3i32, 4] } output { -9i32 9i32 -3i32 }

entry main (xs: [3]i64) (i: i64) : (i64, i64, i64, i64) =
  ( xs[i]
  , xs[if i == 2 then i else 0]
  , xs[xs[i]]
  , xs[loop j = 0 for _k < 1i32 do j + 1] 
  )
entry negative (xs: [2]i32) : (i32, i32, i32) = (-(xs[0] ** 2), -xs[0] ** 2, -xs[i64.i32 xs[0] - 3])
