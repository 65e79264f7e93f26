-- The second operand has no size where the first one is made, so the first one must not be made in the result.
-- ==
-- entry: main
-- input { 3i64 2i64 } output { [0i64, 1i64, 3i64, 7i64, 7i64] }
-- input { 0i64 0i64 } output { empty([0]i64) }
-- input { 5i64 -3i64 } error: cannot have -3 elements
entry main (n: i64) (m: i64) : []i64 = scan (+) 0 (iota n) ++ replicate m 7
