-- sizes: 8
-- An array that is expensive to make, read at several places of it: it is not to be made again for each read.
def expensive (n: i64) (x: i64) : i64 = loop a = x for i < n do (a * 5 + i) % 1013

entry main (n: i64) : [n]i64 =
  let ys = map (expensive n) (iota n)
  in map (\i -> ys[i] + ys[i / 2] + ys[i / 3] + ys[n - 1 - i]) (iota n)
