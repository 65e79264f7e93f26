-- Partitions into two and three parts keep the order of the elements.
-- ==
-- entry: two
-- input { [1i32, 2, 3, 4, 5] } output { [2i32, 4] [1i32, 3, 5] }
-- input { [1i32, 3] } output { empty([0]i32) [1i32, 3] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: three
-- input { [1i32, -2, 0, 3, -4, 0] } output { [-2i32, -4] [0i32, 0] [1i32, 3] }
-- input { [5i32] } output { empty([0]i32) empty([0]i32) [5i32] }

-- ==
-- entry: sizes
-- input { [1i32, 2, 3] } output { 1i64 2i64 }
-- input { empty([0]i32) } output { 0i64 0i64 }

entry two (xs: []i32) : ([]i32, []i32) = partition (\x -> x % 2 == 0) xs
entry three (xs: []i32) : ([]i32, []i32, []i32) = partition2 (< 0) (== 0) xs
entry sizes (xs: []i32) : (i64, i64) =
  let (even, odd) = partition (\x -> x % 2 == 0) xs
  in (length even, length odd)
