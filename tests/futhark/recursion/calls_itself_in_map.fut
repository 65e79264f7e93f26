-- A function that maps itself, over scalars and over rows, and itself as a value.
-- ==
-- entry: trees
-- input { 0i64 } output { 1i64 }
-- input { 1i64 } output { 2i64 }
-- input { 5i64 } output { 32i64 }
-- input { 8i64 } output { 256i64 }

-- ==
-- entry: rows
-- input { 2 [[3, 1], [2, 5]] } output { [[12, 4], [8, 20]] }
-- input { 0 [[3, 1]] } output { [[3, 1]] }

def tree (n: i64) : i64 = 1 + i64.sum (map tree (iota n))

def scale [n] [m] (depth: i32) (xss: [n][m]i32) : [n][m]i32 =
  if depth == 0 then xss else
  map (\row -> flatten (scale (depth - 1) (unflatten (row :> [m * 1]i32))) :> [m]i32) xss
  |> map (map (* 2))

entry trees (n: i64) : i64 = tree n
entry rows (depth: i32) (xss: [][]i32) : [][]i32 = scale depth xss
