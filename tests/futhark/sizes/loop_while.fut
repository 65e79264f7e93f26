-- A while loop keeps a size, and its condition may use it.
-- ==
-- entry: main
-- input { [1i32, 2i32] } output { [8i32, 16i32] }

entry main [n] (xs: [n]i32) : [n]i32 = loop ys = xs while i32.sum ys < 20 && i32.sum (map2 (*) ys xs) > 0 do map2 (+) ys ys
