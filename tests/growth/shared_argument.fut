-- sizes: 16
-- A function that calls itself is given an array of which each call reads one element: to hand it on costs nothing.
def reached [m] (xs: [m]i64) (depth: i64) (i: i64) : i64 =
  if depth <= 0 then xs[i % m]
  else let both = map (\k -> reached xs (depth - 1) (2 * i + k)) [0i64, 1]
       in both[0] + both[1]

entry main (n: i64) : [n]i64 = map (reached (iota n) 2) (iota n)
