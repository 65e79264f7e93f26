-- Slices whose sizes are known, used where sizes count.
-- ==
-- entry: main
-- input { [1i32, 2, 3, 4, 5] } output { [4i32, 6] 3i64 }
-- input { [1i32, 2, 3, 4, 6] } output { [4i32, 6] 3i64 }

-- ==
-- entry: halves
-- input { [1i32, 2, 3, 4] } output { [4i32, 6] }
-- input { [1i32, 2, 3] } output { [3i32] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: neighbours
-- input { [1i32, 4, 9, 16] } output { [3i32, 5, 7] }
-- input { [1i32] } output { empty([0]i32) }

entry main (xs: [5]i32) : ([]i32, i64) = (map2 (+) xs[0:2] (xs[2:4] :> [2]i32), length xs[2:])
entry halves [n] (xs: [n]i32) : []i32 =
  let h = n / 2
  in map2 (+) xs[0:h] (xs[h:2 * h] :> [h]i32)
entry neighbours [n] (xs: [n]i32) : []i32 =
  let m = n - 1
  in map2 (-) (xs[1:] :> [m]i32) (xs[0:m] :> [m]i32)
