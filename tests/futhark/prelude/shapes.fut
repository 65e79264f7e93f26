-- Parts of arrays and other shapes, also of empty arrays and out of bounds.
-- ==
-- entry: parts
-- input { [4, 5, 6] } output { 3i64 false 4 6 [5, 6] [4, 5] }
-- input { [4] } output { 1i64 false 4 4 empty([0]i32) empty([0]i32) }

-- ==
-- entry: measured
-- input { empty([0]i32) } output { 0i64 true }
-- input { [1] } output { 1i64 false }

-- ==
-- entry: first
-- input { empty([0]i32) } error: ndex

-- ==
-- entry: final
-- input { empty([0]i32) } error: ndex

-- ==
-- entry: without_first
-- input { empty([0]i32) } error: Error

-- ==
-- entry: without_final
-- input { empty([0]i32) } error: Error

-- ==
-- entry: cut
-- input { 2i64 [4, 5, 6] } output { [4, 5] [6] }
-- input { 0i64 [4, 5, 6] } output { empty([0]i32) [4, 5, 6] }
-- input { 3i64 [4, 5, 6] } output { [4, 5, 6] empty([0]i32) }
-- input { 0i64 empty([0]i32) } output { empty([0]i32) empty([0]i32) }
-- input { 4i64 [4, 5, 6] } error: Error
-- input { -1i64 [4, 5, 6] } error: Error

-- ==
-- entry: split_in_two
-- input { 2i64 [4, 5, 6] } output { [4, 5] [6] }
-- input { 0i64 empty([0]i32) } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: of_size
-- input { 3i64 [4, 5, 6] } output { [4, 5, 6] }
-- input { 2i64 [4, 5, 6] } error: Error

-- ==
-- entry: joined
-- input { [1, 2] [3] } output { [1, 2, 3] [1, 2, 3] [3, 2, 1] }
-- input { empty([0]i32) [3] } output { [3] [3] [3] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: rotated
-- input { 1i64 [1, 2, 3, 4] } output { [2, 3, 4, 1] [4, 1, 2, 3] }
-- input { 0i64 [1, 2, 3, 4] } output { [1, 2, 3, 4] [1, 2, 3, 4] }
-- input { 11i64 [1, 2, 3, 4] } output { [4, 1, 2, 3] [2, 3, 4, 1] }
-- input { 9223372036854775807i64 [1, 2, 3] } output { [2, 3, 1] [3, 1, 2] }
-- input { 5i64 empty([0]i32) } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: turned
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 4], [2, 5], [3, 6]] [1, 2, 3, 4, 5, 6] [1, 4, 2, 5, 3, 6] [[4, 5, 6], [1, 2, 3]] }
-- input { empty([0][2]i32) } output { empty([2][0]i32) empty([0]i32) empty([0]i32) empty([0][2]i32) }
-- input { empty([2][0]i32) } output { empty([0][2]i32) empty([0]i32) empty([0]i32) empty([2][0]i32) }

-- ==
-- entry: flat
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] } output { [1, 2, 3, 4, 5, 6, 7, 8] [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8] }
-- input { empty([0][2][3]i32) } output { empty([0]i32) empty([0]i32) }
-- input { empty([2][0][3]i32) } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: folded
-- input { 1i64 } output { [[0i64, 1], [2, 3]] [[[0i64, 1], [2, 3]]] [[[[0i64], [1]], [[2], [3]]]] }
-- input { 0i64 } output { empty([0][2]i64) empty([0][2][2]i64) empty([0][2][2][1]i64) }
-- input { 2i64 }
-- output { [[0i64, 1], [2, 3], [4, 5], [6, 7]] [[[0i64, 1], [2, 3]], [[4, 5], [6, 7]]]
--   [[[[0i64], [1]], [[2], [3]]], [[[4], [5]], [[6], [7]]]] }

entry parts (xs: []i32) = (length xs, null xs, head xs, last xs, tail xs, init xs)
entry measured (xs: []i32) = (length xs, null xs)
entry first (xs: []i32) = head xs
entry final (xs: []i32) = last xs
entry without_first (xs: []i32) = tail xs
entry without_final (xs: []i32) = init xs
entry cut (n: i64) (xs: []i32) = (take n xs, drop n xs)

entry split_in_two [m] (n: i64) (xs: [m]i32) : ([n]i32, []i32) =
  let k = m - n
  in split (xs :> [n + k]i32)

entry of_size (n: i64) (xs: []i32) : [n]i32 = sized n xs
entry joined (xs: []i32) (ys: []i32) = (xs ++ ys, concat xs ys, reverse (xs ++ ys))
entry rotated (r: i64) (xs: []i32) = (rotate r xs, rotate (-r) xs)
entry turned (xss: [][]i32) = (transpose xss, flatten xss, flatten (transpose xss), reverse xss)
entry flat (xs: [][][]i32) = (flatten_3d xs, flatten_4d (map (map (map (\x -> [x, x]))) xs))

entry folded (n: i64) =
  (unflatten (iota (n * 2 * 2)) :> [][2]i64, unflatten_3d (iota (n * 2 * 2)), unflatten_4d (iota (n * 2 * 2 * 1)))
