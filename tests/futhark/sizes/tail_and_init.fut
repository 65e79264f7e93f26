-- `tail` and `init` take one away.
-- ==
-- entry: main
-- input { [1i32, 2i32, 4i32] } output { [1i32, 2i32] }

entry main [n] (xs: [n]i32) : [n - 1]i32 = map2 (-) (tail xs) (init xs)
