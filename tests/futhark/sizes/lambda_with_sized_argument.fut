-- A lambda whose second argument has the size that the first says.
-- ==
-- entry: main
-- input { 2i64 } output { [10i64, 11i64] }

entry main (n: i64) : [n]i64 =
  let f = \(k: i64) (xs: [k]i64) -> map (+ 10) xs
  in f n (iota n)
