-- Arrays of records of arrays of records, indexed all the way down.
-- ==
-- entry: main
-- input { [[1i32, 2], [3, 4]] 1i64 0i64 } output { 3i32 -3i32 [1i32, 3] }
-- input { [[1i32, 2], [3, 4]] 0i64 1i64 } output { 2i32 -2i32 [1i32, 3] }
-- input { [[1i32, 2], [3, 4]] 2i64 0i64 } error: Index \[2\] out of bounds for array of shape \[2\]

entry main [n] [m] (a: [n][m]i32) (i: i64) (j: i64) : (i32, i32, [n]i32) =
  let rs = map (\row -> {cells = map (\x -> {x, neg = -x}) row, first = row[0]}) a
  in (rs[i].cells[j].x, rs[i].cells[j].neg, map (.first) rs)
