-- sizes: 16
-- Halves of an array whose sums are wanted.
def total [m] (xs: [m]i64) : i64 =
  if m <= 1 then i64.sum (xs) else total (take (m / 2) xs) + total (drop (m / 2) xs)
entry main (n: i64) : i64 = total (iota n)
