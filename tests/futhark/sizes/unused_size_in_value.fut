-- A size parameter used only as a value.
-- ==
-- entry: main
-- input { [[1i32, 2, 3]] } output { [[1i64, 3]] }
-- input { empty([0][2]i32) } output { empty([0][2]i64) }

def dims [n] [m] (x: [n][m]i32) : [n][2]i64 = map (const [n, m]) x

entry main (xs: [][]i32) = dims xs
