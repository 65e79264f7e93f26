-- The parts of a range are whole expressions of operators.
-- ==
-- entry: main
-- input { 2i32 } output { [3i32, 4] [2i32, 4, 6] [4i32, 3] }
-- input { 3i32 } output { [4i32, 5, 6] [3i32, 6, 9] [6i32, 5, 4] }

-- ==
-- entry: in_calls
-- input { 4i64 } output { 10i64 6i64 [1i64, 2, 3] }
-- input { 2i64 } output { 3i64 1i64 [1i64] }

entry main (n: i32) : ([]i32, []i32, []i32) = (n + 1...2 * n, n..n + n...3 * n, 2 * n..>n)
entry in_calls (n: i64) : (i64, i64, []i64) = (i64.sum (1...n), i64.sum (0..<n), (0...n - 1)[1:])
