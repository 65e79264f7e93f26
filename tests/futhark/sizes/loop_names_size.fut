-- A loop's pattern may name the size of each round.
-- ==
-- entry: main
-- input { [1i32] 3i64 } output { [1i64, 2i64, 4i64] }

entry main (xs: []i32) (k: i64) : [k]i64 =
  (loop [n] (ys: [n]i32, ns: [k]i64) = (xs, replicate k 0) for i < k do (ys ++ ys, ns with [i] = n)).1
