-- Histograms: counts, sums, greatest elements, bins beyond either end, and of tuples.
-- ==
-- entry: counts
-- input { [0i64, 2, 2, 1, 2] } output { [1i32, 1, 3] }
-- input { [5i64, -1, 0] } output { [1i32, 0, 0] }
-- input { empty([0]i64) } output { [0i32, 0, 0] }

-- ==
-- entry: weighed
-- input { [0i64, 1, 0] [10i32, 20, 30] } output { [40i32, 20] [30i32, 20] }
-- input { empty([0]i64) empty([0]i32) } output { [0i32, 0] [-2147483648i32, -2147483648] }

-- ==
-- entry: pairs
-- input { [1i64, 1, 0] [4i32, 9, 2] } output { [2i32, 9] [1i64, 2] }

entry counts [n] (is: [n]i64) : [3]i32 = hist (+) 0 3 is (replicate n 1)
entry weighed [n] (is: [n]i64) (xs: [n]i32) : ([2]i32, [2]i32) =
  (hist (+) 0 2 is xs, hist i32.max i32.lowest 2 is xs)
entry pairs [n] (is: [n]i64) (xs: [n]i32) : ([2]i32, [2]i64) =
  unzip (hist (\(a, n) (b, m) -> (i32.max a b, n + m)) (i32.lowest, 0) 2 is (map (\x -> (x, 1)) xs))
