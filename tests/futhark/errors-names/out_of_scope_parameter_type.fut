-- A later parameter in an earlier one's type.
-- ==
-- error: error\[E0201\]: `n` is not defined

def f (xs: [n]i32) (n: i64) : i64 = n + i64.i32 xs[0]
