-- Merge sort: recursion on slices, which gives arrays of the size that it takes.
-- ==
-- entry: main
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [4] } output { [4] }
-- input { [2, 1] } output { [1, 2] }
-- input { [5, 3, 9, 1, 1, 8, 0] } output { [0, 1, 1, 3, 5, 8, 9] }
-- input { [1, 2, 3, 4] } output { [1, 2, 3, 4] }
-- input { [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1] } output { [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }

def merge [n] [m] (xs: [n]i32) (ys: [m]i32) : [n + m]i32 =
  let (merged, _, _) =
    loop (merged, i, j) = (replicate (n + m) 0, 0i64, 0i64) for k < n + m do
      if j >= m || (i < n && xs[i] <= ys[j])
      then (merged with [k] = xs[i], i + 1, j)
      else (merged with [k] = ys[j], i, j + 1)
  in merged

def merge_sort [n] (xs: [n]i32) : [n]i32 =
  if n <= 1 then xs else
  let middle = n / 2
  in merge (merge_sort (take middle xs)) (merge_sort (drop middle xs)) :> [n]i32

entry main [n] (xs: [n]i32) : [n]i32 = merge_sort xs
