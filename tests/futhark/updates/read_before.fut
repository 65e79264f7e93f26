-- What is read before its array is overwritten, by traversals that would be fused with the one that overwrites it.
-- ==
-- entry: reversed
-- input { [1i64, 2, 3, 4] } output { [4i64, 3, 2, 1] }

-- ==
-- entry: shifted
-- input { [1i64, 2, 3, 4] } output { [1i64, 2, 4, 6] }

-- ==
-- entry: counted
-- input { [1i64, 0, 1] } output { [2i64, 2, 2] }

-- ==
-- entry: repeated
-- input { 2i64 [1i64, 2] } output { [3i64, 3] [9i64, 2] }

entry reversed [n] (xs: [n]i64) : [n]i64 =
  let a = copy xs
  let ys = map (\i -> a[n - 1 - i]) (iota n)
  in scatter a (iota n) ys

entry shifted [n] (xs: [n]i64) : [n]i64 =
  let a = copy xs
  let ys = map (* 2) a
  in scatter a (map (+ 1) (iota n)) ys

entry counted [n] (xs: [n]i64) : [n]i64 =
  let a = copy xs
  let ys = map (\x -> a[x] + 1) a
  in reduce_by_index a (+) 0 (iota n) ys

-- The rows are those of before, though they are never made.
entry repeated [m] (n: i64) (xs: [m]i64) : ([n]i64, [m]i64) =
  let row = copy xs
  let rows = replicate n row
  let row' = row with [0] = 9
  in (map i64.sum rows, row')
