-- Sections whose operands are calls, projections, indices and other operators.
-- ==
-- entry: main
-- input { [1i32, 2, 3] 1i64 } output { [3i32, 4, 5] [2i32, 4, 6] [7i32, 8, 9] [-5i32, -4, -3] }
-- input { [4i32, 5, 6] 0i64 } output { [8i32, 9, 10] [16i32, 20, 24] [10i32, 11, 12] [-2i32, -1, 0] }

entry main [n] (xs: [n]i32) (i: i64) : ([n]i32, [n]i32, [n]i32, [n]i32) =
  let r = {k = 6}
  in (map (+ xs[i]) xs, map (xs[i] *) xs, map (+ r.k) xs, map (`i32.min` 0) (map (\x -> x - r.k) xs))
