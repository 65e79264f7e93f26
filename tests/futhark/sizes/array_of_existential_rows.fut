-- A row made by a call of unknown size is coerced, and a map over rows keeps their size.
-- ==
-- entry: main
-- input { [[1i32, -1], [-2, 5]] } output { [[1i32], [5]] }
-- input { empty([0][2]i32) } output { empty([0][1]i32) }
-- input { [[1i32, 1]] } error: size|shape|1

entry main [n] (xs: [n][2]i32) : [n][1]i32 =
  map (\row -> filter (> 0) row :> [1]i32) xs
