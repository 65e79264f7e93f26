-- Loops whose arrays change size from one iteration to the next.
-- ==
-- entry: doubled
-- input { [1, 2] 2 } output { [1, 2, 1, 2, 1, 2, 1, 2] 8i64 }
-- input { [7] 0 } output { [7] 1i64 }
-- input { empty([0]i32) 3 } output { empty([0]i32) 0i64 }

-- ==
-- entry: folded
-- input { [1, 2, 3, 4, 5] } output { 15 3 }
-- input { [9] } output { 9 0 }
-- input { [1, 2] } output { 3 1 }

-- ==
-- entry: pascal
-- input { 0i64 } output { [1] }
-- input { 1i64 } output { [1, 1] }
-- input { 5i64 } output { [1, 5, 10, 10, 5, 1] }

-- ==
-- entry: collected
-- input { 10 } output { [1, 2, 4, 8] [10, 5, 2, 1] }
-- input { 1 } output { [1] [1] }
-- input { 0 } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: dropped
-- input { [5, 1, 4, 1, 5] } output { [1, 1, 4, 5, 5] }
-- input { [2] } output { [2] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: shrinking_rows
-- input { [[1, 2], [3, 4], [5, 6], [7, 8]] } output { [16, 20] 2 }
-- input { [[1, 2]] } output { [1, 2] 0 }
-- input { [[1, 2], [3, 4], [5, 6]] } output { [9, 12] 2 }

entry doubled (xs: []i32) (n: i32) =
  let ys = loop xs for _i < n do xs ++ xs
  in (ys, length ys)

-- | Sums an array by adding its halves until one element is left; and how many rounds that took.
entry folded [n] (xs: [n]i32) =
  let (xs, rounds) =
    loop (xs, rounds) = (xs, 0i32) while length xs > 1 do
      let half = length xs / 2
      let odd = length xs % 2
      let sums = map2 (+) xs[:half] (xs[half:2 * half] :> [half]i32)
      in (if odd == 1 then sums ++ [last xs] else sums ++ [], rounds + 1)
  in (xs[0], rounds)

entry pascal (n: i64) : []i32 =
  loop row = [1] for i < n do
    map2 (+) ([0] ++ row :> [i + 2]i32) (row ++ [0] :> [i + 2]i32)

entry collected (n: i32) =
  let (powers, _) = loop (powers, p) = ([], 1) while p <= n do (powers ++ [p], p * 2)
  let (halves, _) = loop (halves, n) = ([], n) while n > 0 do (halves ++ [n], n / 2)
  in (powers, halves)

-- | Sorts by taking the least element away again and again.
entry dropped (xs: []i32) : []i32 =
  let (sorted, _) =
    loop (sorted, rest) = ([], xs) while !(null rest) do
      let least = i32.minimum rest
      let (same, others) = partition (== least) rest
      in (sorted ++ same, others)
  in sorted

entry shrinking_rows [n] [m] (xss: [n][m]i32) : ([m]i32, i32) =
  let (k, xss, rounds) =
    loop (k, xss, rounds): (i64, [][m]i32, i32) = (n, xss, 0) while k > 1 do
      let half = k / 2
      let top = map2 (map2 (+)) (take half xss) (take half (drop half xss))
      let next = top ++ drop (2 * half) xss
      in (length next, next, rounds + 1)
  in (xss[k - 1], rounds)
