-- sizes: 16
-- A recursive function on halves of its array, which are views and cost nothing.
def sum [n] (xs: [n]i64) : i64 =
  if n == 0 then 0
  else if n == 1 then xs[0]
  else let half = n / 2 in sum (take half xs) + sum (drop half xs)

entry main (n: i64) : i64 = sum (map (\i -> i * i % 17) (iota n))
