-- A function reads one component of a record whose other component has been consumed.
-- ==
-- entry: main
-- input { [1u8, 2u8] [1.0, 2.0] } output { [2u8, 3u8] [5.0, 2.0] }

def f (p: ([2]u8, *[2]f64)) : ([2]u8, [2]f64) =
  let ys = p.1 with [0] = 5
  in (tabulate 2 (\i -> p.0[i] + 1), ys)

entry main (xs: [2]u8) (ys: *[2]f64) = f (xs, ys)
