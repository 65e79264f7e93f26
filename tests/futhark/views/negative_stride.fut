-- A view with a negative stride.
-- ==
-- entry: main
-- input { [1i64, 2] } output { [[2i64, 1]] }

entry main [n] (xs: [n]i64) = intrinsics.flat_index_2d xs 1 1 0 2 (-1)
