-- Slices of slices, of reversed arrays, of transposed ones, and of the results of calls.
-- ==
-- entry: main
-- input { [0i32, 1, 2, 3, 4, 5, 6, 7] } output { [3i32, 4] [6i32, 2] [2i32, 4, 6] [7i32, 4, 1] }

-- ==
-- entry: transposed
-- input { [[1i32, 2, 3], [4, 5, 6]] } output { [[2i32, 5]] [6i32, 5] }

entry main (xs: [8]i32) : ([]i32, []i32, []i32, []i32) =
  ( (xs[2:6])[1:3]
  , (xs[::2])[1:] |> \ys -> ys[::-2]
  , (reverse (xs[1:7]))[::-2] |> \ys -> map (+ 1) ys
  , (reverse xs)[::3]
  )
entry transposed (a: [2][3]i32) : ([][]i32, []i32) =
  ((transpose a)[1:2], (transpose a)[::-1, 1] |> take 2)
