-- Ranges with `..>`, with and without a step.
-- ==
-- entry: main
-- input { 4i32 1i32 } output { [4i32, 3, 2] }
-- input { 4i32 4i32 } output { empty([0]i32) }
-- input { 1i32 -2i32 } output { [1i32, 0, -1] }
-- input { 1i32 5i32 } error: [Rr]ange

-- ==
-- entry: stepped
-- input { 10i32 8i32 4i32 } output { [10i32, 8, 6] }
-- input { 10i32 8i32 3i32 } output { [10i32, 8, 6, 4] }
-- input { 10i32 0i32 5i32 } output { [10i32] }
-- input { 10i32 12i32 5i32 } error: [Rr]ange
-- input { 10i32 10i32 5i32 } error: [Rr]ange

entry main (a: i32) (b: i32) : []i32 = a..>b
entry stepped (a: i32) (s: i32) (b: i32) : []i32 = a..s..>b
