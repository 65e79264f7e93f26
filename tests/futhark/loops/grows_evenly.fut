-- Arrays that a loop makes longer or shorter by the same in every turn: their last size is known before the loop.
-- ==
-- entry: grown
-- input { 3i64 } output { [0i64, 0i64, 1i64, 2i64] }
-- input { 0i64 } output { [0i64] }
-- input { -2i64 } output { [0i64] }

-- ==
-- entry: last
-- input { 3i64 } output { 2i64 }
-- input { 0i64 } output { 0i64 }
-- input { -1i64 } error: -1

-- ==
-- entry: rows
-- input { 2i64 2i64 3i64 } output { [[0i64, 0i64, 1i64], [1i64, 0i64, 1i64]] }
-- input { 0i64 2i64 3i64 } output { empty([0][3]i64) }
-- input { 2i64 2i64 4i64 } error: shape \[3\]
-- input { 0i64 2i64 4i64 } output { empty([0][4]i64) }

-- ==
-- entry: shrunk
-- input { 3i64 } output { [6i64, 7i64, 8i64, 9i64] 4i64 }
-- input { 5i64 } output { empty([0]i64) 0i64 }
-- input { 6i64 } error: 2

-- ==
-- entry: tables
-- input { 2i64 3i64 } output { [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] }
-- input { 0i64 3i64 } output { empty([0][3]i64) }
entry grown (n: i64) : []i64 = loop xs = [0] for i < n do xs ++ [i]

entry last (n: i64) : i64 = (loop xs = [0] for i < n do xs ++ [i])[n]

entry rows (k: i64) (n: i64) (m: i64) : [k][m]i64 =
  map (\j -> (loop xs = [j] for i < n do xs ++ [i]) :> [m]i64) (iota k)

entry shrunk (n: i64) : ([]i64, i64) =
  let xs = loop xs = iota 10 for _i < n do xs[2:]
  in (xs, length xs)

entry tables (n: i64) (m: i64) : [][m]i64 =
  loop xss = ([] : [][m]i64) for i < n do xss ++ replicate 2 (map (* i) (iota m))
