-- An empty array whose rows have a known size.
-- ==
-- entry: main
-- input { [[1i32, 2i32]] } output { [[1i32, 2i32]] 2i64 }

entry main [n] [m] (xss: [n][m]i32) : ([][m]i32, i64) =
  let none : [0][m]i32 = []
  in (none ++ xss, length (head (replicate 1 (replicate m true))))
