-- Nothing tells the size that only a function has.
-- ==
-- error: E0502

def f [n] (_g: [n]i64 -> i64) : i64 = n

entry main (x: i64) : i64 = x + f (\xs -> xs[0])
