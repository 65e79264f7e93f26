-- Branches of one size keep it.
-- ==
-- entry: main
-- input { true [1i32, 2i32] } output { [2i32, 4i32] }
-- input { false [1i32, 2i32] } output { [1i32, 4i32] }

entry main [n] (c: bool) (xs: [n]i32) : [n]i32 = if c then map2 (+) xs xs else map2 (*) xs xs
