-- Scans and histograms whose elements are records and tuples with arrays inside.
-- ==
-- entry: scanned
-- input { [1i32, 2, 3] } output { [[1i32, 2], [3, 6], [6, 12]] [1i64, 2, 3] }
-- input { empty([0]i32) } output { empty([0][2]i32) empty([0]i64) }

-- ==
-- entry: binned
-- input { [0i64, 0, 1] } output { [[2i32, 2], [1, 1]] [2i32, 1] }
-- input { [7i64, -1] } output { [[0i32, 0], [0, 0]] [0i32, 0] }

entry scanned [n] (xs: [n]i32) : ([n][2]i32, [n]i64) =
  let rs = scan (\p q -> {v = map2 (+) p.v q.v, c = p.c + q.c})
                {v = [0, 0], c = 0}
                (map (\x -> {v = [x, 2 * x], c = 1i64}) xs)
  in (map (.v) rs, map (.c) rs)
entry binned [n] (is: [n]i64) : ([2][2]i32, [2]i32) =
  unzip (hist (\(p, c) (q, d) -> (map2 (+) p q, c + d)) (replicate 2 0, 0) 2 is (replicate n ([1, 1], 1)))
