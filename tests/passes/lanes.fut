-- passes: lower-to-tasks
-- Two sums of floats, each in lanes. A sum of integers and a maximum stay as they are.
entry sums [n] (xs: [n]f64) : (f64, f64) = (f64.sum xs, f64.sum (map (\x -> x * x) xs))
entry integers [n] (xs: [n]i32) : i32 = i32.sum xs
entry largest [n] (xs: [n]f64) : f64 = f64.maximum xs
