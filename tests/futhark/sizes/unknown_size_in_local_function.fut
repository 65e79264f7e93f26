-- A local function of an array whose unknown size has been named.
-- ==
-- entry: main
-- input { 3i64 } output { [2i64, 4] }

entry main (k: i64) = let [n] (a: [n]i64) = filter (> 0) (iota k) let f (b: [n]i64) = map2 (+) a b in f a
