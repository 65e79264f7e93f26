-- Two functions with a mistake each.
-- ==
-- error: error\[E0402\]: `xs`(.|\n)*E0401\]: `ys`

def f [n] (xs: [n]i32) : [n]i32 = xs with [0] = 1
def g [n] (ys: *[n]i32) : i32 = (ys with [0] = 1)[0] + ys[1]
