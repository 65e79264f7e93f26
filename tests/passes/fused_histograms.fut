-- passes: inline tidy hoist fuse fuse-reads tidy
-- How many points each cluster has and their sums, in one pass that finds the clusters, too: none of them is stored.
def at (x: i32) : i64 = i64.i32 (x * x % 4)

def count_and_sum [n] (xs: [n]i32) : ([3]i32, [3]i32) =
  let counts = hist (+) 0 3 (map at xs) (replicate n 1)
  let sums = reduce_by_index (replicate 3 0) (+) 0 (map at xs) xs
  in (counts, sums)

entry main : ([3]i32, [3]i32) = count_and_sum (map (\x -> x * 2 - 7) [1, 2, 3, 5, 8, 13])
