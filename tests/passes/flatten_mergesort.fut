-- passes: inline simplify dead-code flatten-all
-- Halves are sorted together, level by level; ranks in the other half are sums of varying width, twice over.
def merge [n] [m] (xs: [n]i32) (ys: [m]i32) : [n + m]i32 =
  let ps = map2 (\i x -> i + i64.sum (map (\y -> i64.bool (y < x)) ys)) (indices xs) xs
  let qs = map2 (\i y -> i + i64.sum (map (\x -> i64.bool (x <= y)) xs)) (indices ys) ys
  in scatter (scatter (replicate (n + m) 0) ps xs) qs ys
def mergesort [n] (xs: [n]i32) : [n]i32 =
  if n < 2 then copy xs else merge (mergesort xs[:n / 2]) (mergesort xs[n / 2:]) :> [n]i32
entry main : []i32 = mergesort [5, 3, 9, 1, 1, 7, 3]
