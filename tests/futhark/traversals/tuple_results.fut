-- Maps with several results of different ranks, and reductions over them.
-- ==
-- entry: main
-- input { [[1i32, 2], [3, 4]] } output { [3i32, 7] [[2i32, 1], [4, 3]] [true, false] 10i32 }
-- input { empty([0][2]i32) } output { empty([0]i32) empty([0][2]i32) empty([0]bool) 0i32 }

-- ==
-- entry: statistics
-- input { [[1f64, 3], [5, 5]] } output { [2f64, 5] [1f64, 0] }

entry main [n] [m] (a: [n][m]i32) : ([n]i32, [n][m]i32, [n]bool, i32) =
  let (s, (r, b)) =
    let (s, rb) = unzip (map (\row -> (i32.sum row, (reverse row, i32.sum row < 5))) a)
    in (s, unzip rb)
  in (s, r, b, i32.sum s)
entry statistics [n] [m] (a: [n][m]f64) : ([n]f64, [n]f64) =
  unzip (map (\row ->
                let mean = f64.sum row / f64.i64 m
                in (mean, f64.sum (map (\x -> (x - mean) ** 2) row) / f64.i64 m)) a)
