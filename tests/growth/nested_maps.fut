-- sizes: 8
-- What every row needs is made once: a fusion that makes it again for each row turns quadratic work into cubic.
def expensive (n: i64) (x: i64) : i64 = loop a = x for i < n do (a * 3 + i) % 1009

entry main (n: i64) : [n]i64 =
  let xs = iota n
  let ys = map (expensive n) xs
  in map (\x -> i64.sum (map (* x) ys)) xs
