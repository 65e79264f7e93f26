-- Filters and partitions, whose result sizes are known only when they run.
-- ==
-- entry: kept
-- input { [1, -2, 3, -4, 5] } output { [1, 3, 5] [-2, -4] 3i64 9 }
-- input { [-1] } output { empty([0]i32) [-1] 0i64 0 }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) 0i64 0 }

-- ==
-- entry: divided
-- input { [5, 2, 8, 1, 4] } output { [2, 8, 4] [5, 1] [2, 8, 4, 5, 1] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: three_ways
-- input { [5, -2, 0, 7, -3, 0, 0] } output { [-2, -3] [0, 0, 0] [5, 7] }
-- input { [1] } output { empty([0]i32) empty([0]i32) [1] }

-- ==
-- entry: pairs
-- input { [3, 1, 2] [true, false, true] } output { [3, 2] [0i64, 2] }
-- input { empty([0]i32) empty([0]bool) } output { empty([0]i32) empty([0]i64) }

-- ==
-- entry: rows
-- input { [[1, 2], [3, -4], [0, 0]] } output { [[1, 2], [0, 0]] 2i64 }
-- input { empty([0][2]i32) } output { empty([0][2]i32) 0i64 }

-- ==
-- entry: words
-- input { "a bc  def" } output { [0i64, 2, 6] [1i64, 2, 3] }
-- input { "" } output { empty([0]i64) empty([0]i64) }
-- input { "   " } output { empty([0]i64) empty([0]i64) }

-- ==
-- entry: chained
-- input { 20 } output { [6, 12, 18] [12, 24, 36] 36 }
-- input { 0 } output { empty([0]i32) empty([0]i32) 0 }

entry kept (xs: []i32) =
  let positive = filter (> 0) xs
  in (positive, filter (<= 0) xs, length positive, i32.sum positive)

entry divided (xs: []i32) =
  let (evens, odds) = partition (\x -> x % 2 == 0) xs
  in (evens, odds, evens ++ odds)

entry three_ways (xs: []i32) = partition2 (< 0) (== 0) xs

entry pairs [n] (xs: [n]i32) (keep: [n]bool) =
  zip3 xs (iota n) keep |> filter (.2) |> map (\(x, i, _) -> (x, i)) |> unzip

entry rows (xss: [][2]i32) =
  let good = filter (all (>= 0)) xss
  in (good, length good)

-- | Where the words of a text start, and how long they are.
entry words [n] (text: [n]u8) =
  let blank (i: i64) = i < 0 || i >= n || text[i] == ' '
  let [k] (starts: [k]i64) = filter (\i -> blank (i - 1) && !(blank i)) (iota n)
  let ends = filter (\i -> !(blank i) && blank (i + 1)) (iota n)
  let ends = ends :> [k]i64
  in (starts, map2 (\s e -> e - s + 1) starts ends)

entry chained (n: i32) =
  let sixes = (1..<n + 1) |> filter (\x -> x % 2 == 0) |> filter (\x -> x % 3 == 0)
  let doubled = map (* 2) sixes
  in (sixes, doubled, i32.sum doubled - i32.sum sixes)
