-- An array of twice the sum that was given.
-- ==
-- entry: main
-- input { 1i8 [3i32] } output { [1i8, 1] [[3i32], [3]] }

entry main [n] (s: #a | #b ([n]i32)) : [2](#a | #b ([n]i32)) = [s, s]
