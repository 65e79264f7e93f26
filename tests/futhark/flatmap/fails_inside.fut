-- Failures in the function, and rows of different inner sizes.
-- ==
-- entry: main
-- input { [1i64, 2] } output { [10i64, 5, 5] }
-- input { [1i64, 0, 2] } error: zero
-- input { empty([0]i64) } output { empty([0]i64) }

entry main (ns: []i64) =
  let (_, _, _, xs) = flatmap' (\n -> let d = 10 / n in replicate n d) ns
  in xs
