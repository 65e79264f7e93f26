-- Closures whose types mention sizes of what they capture.
-- ==
-- entry: main
-- input { [[1i32, 2], [3, 4]] [10i32, 1] } output { [12i32, 34] [13i32, 24] }
-- input { [[5i32]] [2i32] } output { [10i32] [10i32] }

-- ==
-- entry: composed
-- input { [1i32, 2, 3] } output { [6i32, 4, 2] }

def apply [n] [m] (a: [n][m]i32) : [m]i32 -> [n]i32 = \v -> map (\row -> i32.sum (map2 (*) row v)) a
entry main [n] (a: [n][n]i32) (v: [n]i32) : ([n]i32, [n]i32) =
  let f = apply a
  let g = apply (transpose a)
  in (f v, g v)
entry composed [n] (xs: [n]i32) : [n]i32 =
  let double (ys: [n]i32) : [n]i32 = map (* 2) ys
  let back (ys: [n]i32) : [n]i32 = reverse ys
  in (double >-> back) xs
