-- A loop over a record whose array grows.
-- ==
-- entry: main
-- input { 2i64 } output { 4i64 }

entry main (n: i64) =
  let r = loop r = {xs = iota n, k = 1i64} for i < 2i32 do {xs = r.xs ++ [r.k], k = r.k + 1} in length r.xs
