-- Functors and module types from an imported file, applied in the importing one.
-- ==
-- entry: main
-- input { [0i32, 5, 3, 8] } output { [2i64, 2] [1i64, 0, 1] 4i64 }
-- input { empty([0]i32) } output { [0i64, 0] [0i64, 0, 0] 4i64 }

module f = import "lib/functors"
module parity = f.by_key {type k = i32 def rank (x: i32) = i64.i32 x % 2}
module third : f.key with k = bool = {type k = bool def rank (b: bool) = if b then 2i64 else 0}
module bools = f.by_key third

entry main (xs: []i32) : ([2]i64, [3]i64, i64) =
  (parity.counts 2 xs, bools.counts 3 (map (> 6) (filter (\x -> x > 3) xs)), f.shown)
