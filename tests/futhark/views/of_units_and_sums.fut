-- Views of arrays of nothing and of sums.
-- ==
-- entry: main
-- input { 3i64 } output { 4i64 2i64 }
-- input { 1i64 } error: out of bounds
type t = #a i64 | #b [2]i64
entry main (n: i64) : (i64, i64) =
  let us = replicate n ()
  let v = intrinsics.flat_index_2d us 0 2 1 2 1
  let us2 = intrinsics.flat_update_1d us 0 1 [(), ()]
  let ts : [n]t = tabulate n (\i -> if i % 2 == 0 then #a i else #b [i, i])
  let w = intrinsics.flat_index_2d ts 0 2 1 2 1
  let ts = intrinsics.flat_update_2d ts 0 1 1 (copy (copy w))
  in (length v + 4 - length us2 + n - 2, i64.sum (map (\t -> match t case #a i -> i case #b is -> is[1]) ts) - 1)
