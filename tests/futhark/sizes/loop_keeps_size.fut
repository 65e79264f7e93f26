-- A loop whose body keeps the size keeps it.
-- ==
-- entry: main
-- input { [1i32, 2i32, 3i32] } output { [8i32, 16i32, 24i32] }

entry main [n] (xs: [n]i32) : [n]i32 = loop ys = xs for _i < 3 do map2 (+) ys ys
