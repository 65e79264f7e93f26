-- passes: inline tidy hoist fuse fuse-reads tidy
-- Nothing is put end to end for a sum or a map: each part is traversed where it is made.
def both [n] [m] (xs: [n]i32) (ys: [m]i32) =
  let sum = i32.sum (map (* 3) (xs ++ ys))
  let squares = map (\x -> x * x) xs ++ ys
  in (sum, map (+ 1) squares)

entry main : (i32, []i32) = both [1, 2, 3] [10, 20]
