-- passes: inline simplify dead-code flatten-all tidy
-- Sums of rows of varying size start with what the program says: 0.0 + -0.0 is 0.0, and 5 is added to every row. Of
-- integers that start with 0 there is nothing to add.
def sums [n] (sizes: [n]i64) =
  map (\k -> let xs = replicate k (-0.0f32)
             let ones = replicate k 1i32
             in (reduce (+) 0 xs, reduce (+) 5 ones, reduce (+) 0 ones, f32.sum (scan (*) 2 (map (+ 1.5) xs))))
      sizes

entry some = sums [1, 0, 3]
