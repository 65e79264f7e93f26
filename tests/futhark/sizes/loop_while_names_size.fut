-- The condition of a while loop sees the size that its pattern names.
-- ==
-- entry: main
-- input { [1i32, 2i32, 3i32, 4i32] } output { [3i32, 4i32] }

entry main (xs: []i32) : []i32 = loop [n] (ys: [n]i32) = xs while n > 2 do ys[1:]
