-- Arrays of a negative size: `iota`, `replicate`, `tabulate`, in one and in two dimensions.
-- ==
-- entry: iotas
-- input { 2i64 } output { [0i64, 1] }
-- input { 0i64 } output { empty([0]i64) }
-- input { -1i64 } error: -1

-- ==
-- entry: replicates
-- input { 2i64 5i32 } output { [5i32, 5] }
-- input { -2i64 5i32 } error: -2

-- ==
-- entry: tables
-- input { 1i64 2i64 } output { [[0i64, 1]] }
-- input { 1i64 -2i64 } error: -2
-- input { -3i64 2i64 } error: -3

-- ==
-- entry: computed
-- input { [1i32, 2, 3] } output { [0i64] }
-- input { [1i32] } error: -1

-- What each row checks first keeps the check of the rows' size within the map.
-- ==
-- entry: rows
-- input { 2i64 3i64 } output { [[0i64, 1, 2], [1i64, 2, 3]] }
-- input { 2i64 -3i64 } error: -3

entry iotas (n: i64) : []i64 = iota n
entry replicates (n: i64) (x: i32) : []i32 = replicate n x
entry tables (n: i64) (m: i64) : [][]i64 = tabulate_2d n m (\i j -> i + j)
entry computed [n] (_: [n]i32) : []i64 = iota (n - 2)
entry rows (n: i64) (m: i64) : [][]i64 = map (\i -> let k = assert (i != 5) i in map (+ k) (iota m)) (iota n)
