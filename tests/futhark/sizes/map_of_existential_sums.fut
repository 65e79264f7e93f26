-- The sizes inside of a map's function may differ when they do not leave it.
-- ==
-- entry: main
-- input { [3i64, 0, 5] } output { [3i64, 0, 10] }
-- input { empty([0]i64) } output { empty([0]i64) }

entry main [k] (ns: [k]i64) : [k]i64 =
  map (\n -> let xs = filter (\x -> x != 0) (iota n) in reduce (+) 0 xs) ns
