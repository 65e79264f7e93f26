-- A recursive function of sizes inside of a map, each element with another depth.
-- ==
-- entry: main
-- input { [0i64, 1, 5, 3] } output { [0i64, 1, 15, 6] }
-- input { empty([0]i64) } output { empty([0]i64) }

def total [n] (xs: [n]i64) : i64 =
  if n == 0 then 0 else xs[0] + total (map (\x -> x) xs[1:])

entry main [k] (ns: [k]i64) : [k]i64 = map (\n -> total (map (+ 1) (iota n))) ns
