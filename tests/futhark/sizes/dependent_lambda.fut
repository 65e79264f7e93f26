-- A lambda whose result has the size of its argument.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 2i64, 4i64] }

entry main (n: i64) : [n]i64 =
  let f = \(k: i64) -> iota k
  in map2 (+) (f n) (f n)
