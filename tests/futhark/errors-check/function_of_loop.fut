-- Other functions than those of accumulators stay out of loops, also when no round changes them.
-- ==
-- error: a function must be known

def f (n: i32) = (loop (g, x) = (\y -> y + 1, 1i32) for _i < n do (g, g x)).1
