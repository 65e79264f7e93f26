-- The functions of a parametric module are checked also if nobody applies it.
-- ==
-- error: error\[E0401\]: `xs` is used after it was consumed
module f (X: { val a : i32 }) = { def h (xs: *[]i32) : i32 = let ys = xs with [0] = X.a in xs[0] + ys[0] }

entry main (k: i64) : i64 = k
