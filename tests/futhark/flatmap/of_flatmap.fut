-- A flat map whose function has a flat map, and flat maps of the results of flat maps.
-- ==
-- entry: main
-- input { [2i64, 0, 3] } output { [0i64, 0, 0, 1] [1i64, 0, 3] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]i64) }

-- ==
-- entry: chain
-- input { [3i64, 1] } output { [0i64, 0, 1] }
-- input { [0i64] } output { empty([0]i64) }

entry main (ns: []i64) =
  -- for n: the numbers below every j < n
  let below (n: i64) = let (_, _, _, xs) = flatmap' iota (iota n) in xs
  let (sizes, _, _, data) = flatmap' below ns
  in (data, sizes)

entry chain (ns: []i64) =
  let (_, _, _, a) = flatmap' iota ns
  let (_, _, _, b) = flatmap' iota a
  in b
