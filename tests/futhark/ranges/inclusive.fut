-- Ranges with `...`, with and without a step, in both directions.
-- ==
-- entry: main
-- input { 1i32 4i32 } output { [1i32, 2, 3, 4] }
-- input { 4i32 4i32 } output { [4i32] }
-- input { -2i32 0i32 } output { [-2i32, -1, 0] }
-- input { 5i32 1i32 } error: [Rr]ange

-- ==
-- entry: stepped
-- input { 1i32 3i32 8i32 } output { [1i32, 3, 5, 7] }
-- input { 1i32 3i32 7i32 } output { [1i32, 3, 5, 7] }
-- input { 8i32 5i32 1i32 } output { [8i32, 5, 2] }
-- input { 3i32 4i32 3i32 } output { [3i32] }
-- input { 3i32 3i32 9i32 } error: [Rr]ange
-- input { 3i32 2i32 9i32 } error: [Rr]ange

entry main (a: i32) (b: i32) : []i32 = a...b
entry stepped (a: i32) (s: i32) (b: i32) : []i32 = a..s...b
