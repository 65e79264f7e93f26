-- Results whose sizes only they tell, in records, tuples and sums.
-- ==
-- entry: divided
-- input { [5i32, 1, 8, 3] 4i32 } output { [5i32, 8] [1i32, 3] }
-- input { [5i32, 1] 9i32 } output { empty([0]i32) [5i32, 1] }

-- ==
-- entry: words
-- input { "ab c" } output { [2i64, 1] [0i64, 3] }
-- input { " " } output { empty([0]i64) empty([0]i64) }

-- ==
-- entry: evens
-- input { [1i64, 2, 4] } output { 1i8 [2i64, 4] }
-- input { [1i64, 3] } output { 0i8 empty([0]i64) }

entry divided (xs: []i32) (limit: i32) : {above: []i32, below: []i32} =
  let (above, below) = partition (>= limit) xs
  in {above, below}

-- Where each word starts, and how long it is.
entry words [n] (text: [n]u8) : []{length: i64, start: i64} =
  let space i = i < 0 || i >= n || text[i] == ' '
  let [k] (starts: [k]i64) = filter (\i -> !space i && space (i - 1)) (iota n)
  let ends = filter (\i -> !space i && space (i + 1)) (iota n)
  in map2 (\start end -> {start, length = end - start + 1}) starts (ends :> [k]i64)

entry evens (xs: []i64) : #empty | #found []i64 =
  let ys = filter (\x -> x % 2 == 0) xs
  in if null ys then #empty else #found ys
