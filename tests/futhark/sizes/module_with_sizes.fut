-- A module type may speak of sizes that a call computes.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 2i64, 4i64, 6i64] }

module type counter = { val count : (n: i64) -> [n + 1]i64 }

module upwards : counter = { def count (n: i64) : [n + 1]i64 = iota (n + 1) }

entry main (n: i64) : [n + 1]i64 = map2 (+) (upwards.count n) (upwards.count n)
