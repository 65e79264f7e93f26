-- A call needs a size that only the type of a parameter could tell.
-- ==
-- error: error\[E0502\]: cannot infer the size `n` of `f`(.|\n)*such as `\\\(xs: \[1\]i64\) -> \.\.`

def f [n] (g: [n]i64 -> i64) : i64 = g (iota n)
def x = f (\xs -> xs[0])
