-- One name for two sizes of a `let`.
-- ==
-- error: error\[E0204\]: .*`k`

def f (xs: []i32) : i64 = let [k][k] (_: [k]i32) = xs in k
