-- The fast Walsh-Hadamard transform by halves.
-- ==
-- entry: main
-- input { [5] } output { [5] }
-- input { [1, 2] } output { [3, -1] }
-- input { [1, 0, 1, 0, 0, 1, 1, 0] } output { [4, 2, 0, -2, 0, 2, 0, 2] }
-- input { [3, -1, 4, 1] } output { [7, 7, -3, 1] }

def transform [n] (xs: [n]i32) : [n]i32 =
  if n <= 1 then xs else
  let h = n / 2
  let (a, b) = (take h xs, drop h xs :> [h]i32)
  in transform (map2 (+) a b) ++ transform (map2 (-) a b) :> [n]i32

entry main (xs: []i32) : []i32 = transform xs
