-- Quicksort by filters: the sizes of results are known only when they are there.
-- ==
-- entry: main
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [4] } output { [4] }
-- input { [2, 1] } output { [1, 2] }
-- input { [5, 3, 9, 1, 1, 8, 0] } output { [0, 1, 1, 3, 5, 8, 9] }
-- input { [1, 2, 3, 4] } output { [1, 2, 3, 4] }
-- input { [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1] } output { [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }

def sort (xs: []i32) : []i32 =
  if length xs <= 1 then xs else
  let pivot = xs[length xs / 2]
  in sort (filter (< pivot) xs) ++ filter (== pivot) xs ++ sort (filter (> pivot) xs)

entry main (xs: []i32) : []i32 = sort xs
