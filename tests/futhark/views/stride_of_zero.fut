-- A view with strides of 0 repeats one element.
-- ==
-- entry: main
-- input { [1i64, 2] } output { [[1i64, 1], [1, 1]] }

entry main [n] (xs: [n]i64) = intrinsics.flat_index_2d xs 0 2 0 2 0
