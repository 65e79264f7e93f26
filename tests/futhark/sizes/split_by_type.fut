-- `split` cuts where the type says.
-- ==
-- entry: main
-- input { 2i64 1i64 } output { [0i64, 1i64] [2i64] }

entry main (n: i64) (m: i64) : ([n]i64, [m]i64) = split (iota (n + m))
