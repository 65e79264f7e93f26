-- Ranges with `..<`, with and without a step.
-- ==
-- entry: main
-- input { 1i64 4i64 } output { [1i64, 2, 3] }
-- input { 4i64 4i64 } output { empty([0]i64) }
-- input { -1i64 1i64 } output { [-1i64, 0] }
-- input { 5i64 1i64 } error: [Rr]ange

-- ==
-- entry: stepped
-- input { 0i64 2i64 6i64 } output { [0i64, 2, 4] }
-- input { 0i64 2i64 7i64 } output { [0i64, 2, 4, 6] }
-- input { 0i64 9i64 7i64 } output { [0i64] }
-- input { 0i64 9i64 0i64 } output { empty([0]i64) }
-- input { 0i64 -1i64 5i64 } error: [Rr]ange
-- input { 2i64 2i64 5i64 } error: [Rr]ange

entry main (a: i64) (b: i64) : []i64 = a..<b
entry stepped (a: i64) (s: i64) (b: i64) : []i64 = a..s..<b
