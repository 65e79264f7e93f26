-- A size may be a sum of others.
-- ==
-- entry: main
-- input { [1i64, 2i64] [3i64] } output { [1i64, 2i64, 3i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }

def glue [n] [m] (xs: [n]i64) (ys: [m]i64) : [n + m]i64 = xs ++ ys

entry main [n] [m] (xs: [n]i64) (ys: [m]i64) : [n + m]i64 = glue xs ys
