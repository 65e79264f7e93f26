-- sizes: 8
-- A map that calls itself: a tree of two branches whose depth is the logarithm of the size.
def leaves (n: i64) : i64 =
  if n <= 1 then 1 else i64.sum (map (\k -> leaves (n / 2) + k) [0i64, 1])

entry main (n: i64) : i64 = leaves n
