-- Cutting arrays and putting them together.
-- ==
-- entry: joined
-- input { [1, 2] [3] } output { [1, 2, 3] [3, 1, 2] 3i64 }
-- input { empty([0]i32) [3] } output { [3] [3] 1i64 }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]i32) 0i64 }

-- ==
-- entry: cut
-- input { [1, 2, 3, 4] 1i64 } output { [1] [2, 3, 4] [1, 2, 3, 4] }
-- input { [1, 2, 3, 4] 4i64 } output { [1, 2, 3, 4] empty([0]i32) [1, 2, 3, 4] }
-- input { [1, 2, 3, 4] 0i64 } output { empty([0]i32) [1, 2, 3, 4] [1, 2, 3, 4] }
-- input { [1, 2, 3, 4] 5i64 } error: out of bounds

-- ==
-- entry: ends
-- input { [1, 2, 3] } output { 1 3 [2, 3] [1, 2] false }
-- input { [7] } output { 7 7 empty([0]i32) empty([0]i32) false }
-- input { empty([0]i32) } error: out of bounds

-- ==
-- entry: halves
-- input { [1, 2, 3, 4] } output { [1, 2] [3, 4] 10 }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) 0 }

-- ==
-- entry: differences
-- input { [1, 4, 9, 16] } output { [3, 5, 7] [5, 13, 25] }
-- input { [1] } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: rows_joined
-- input { [[1, 2], [3, 4]] [[5, 6]] } output { [[1, 2], [3, 4], [5, 6]] [[2], [4]] [[1], [3]] }
-- input { empty([0][2]i32) [[5, 6]] } output { [[5, 6]] empty([0][1]i32) empty([0][1]i32) }

-- ==
-- entry: copies
-- input { 3i64 7 } output { [7, 7, 7] [[7, 7, 7], [7, 7, 7]] [true, true] }
-- input { 0i64 7 } output { empty([0]i32) empty([2][0]i32) [true, true] }

entry joined (a: []i32) (b: []i32) = (a ++ b, concat b a, length (a ++ b))
entry cut (a: []i32) (n: i64) = (take n a, drop n a, take n a ++ drop n a)
entry ends (a: []i32) = (head a, last a, tail a, init a, null a)

entry halves [n] (a: [n]i32) =
  let half = n / 2
  let (low, high) = split (a :> [half + half]i32)
  in (low, high, i32.sum (map2 (*) low (reverse high)))

entry differences (a: []i32) = (map2 (-) (tail a) (init a), map2 (+) (tail a) (init a))
entry rows_joined (a: [][2]i32) (b: [][2]i32) = (a ++ b, map tail a, map init a)
entry copies (n: i64) (x: i32) = (replicate n x, replicate 2 (replicate n x), rep true : [2]bool)
