-- A pipe has each value before the next function takes it.
-- ==
-- entry: main
-- input { [1i32, -2i32, 30i32] } output { [2i32] 1i64 }

entry main (xs: []i32) : ([]i32, i64) =
  (xs |> filter (> 0) |> filter (< 10) |> map (* 2), xs |> filter (> 9) |> length)
