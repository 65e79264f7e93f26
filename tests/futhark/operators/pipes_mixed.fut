-- Both pipes in one expression: `<|` binds more tightly than `|>`.
-- ==
-- entry: main
-- input { 4i32 } output { 7i32 14i32 1i32 }
-- input { 0i32 } output { 3i32 6i32 -3i32 }

-- ==
-- entry: with_conditions
-- input { [1i32, -2, 3] } output { 4i32 true }
-- input { empty([0]i32) } output { 0i32 false }

entry main (x: i32) : (i32, i32, i32) =
  ( x |> (+) <| 3
  , x |> (+ 3) |> (* 2)
  , x |> flip (-) <| 3 |> (\f -> f)
  )
entry with_conditions (xs: []i32) : (i32, bool) =
  ( xs |> filter (> 0) |> i32.sum
  , xs |> map (* 2) |> any (> 4)
  )
