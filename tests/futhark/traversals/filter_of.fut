-- Filters of tuples, rows, records and sums, and by what they do not return.
-- ==
-- entry: pairs
-- input { [1i32, -2, 3] [true, true, false] } output { [1i32, 3] [true, false] }
-- input { empty([0]i32) empty([0]bool) } output { empty([0]i32) empty([0]bool) }

-- ==
-- entry: rows
-- input { [[1i32, 2], [-3, 1], [0, 5]] } output { [[1i32, 2], [0, 5]] }
-- input { [[-1i32, 0]] } output { empty([0][2]i32) }

-- ==
-- entry: masked
-- input { [10i32, 20, 30] [true, false, true] } output { [10i32, 30] }
-- input { [10i32] [false] } output { empty([0]i32) }

-- ==
-- entry: places
-- input { [5i32, 0, 7, 0] } output { [1i64, 3] }

entry pairs [n] (xs: [n]i32) (bs: [n]bool) : ([]i32, []bool) = unzip (filter (\(x, _) -> x > 0) (zip xs bs))
entry rows (a: [][2]i32) : [][2]i32 = filter (\r -> i32.sum r > 0) a
entry masked [n] (xs: [n]i32) (bs: [n]bool) : []i32 = map (.0) (filter (.1) (zip xs bs))
entry places [n] (xs: [n]i32) : []i64 = filter (\i -> xs[i] == 0) (iota n)
