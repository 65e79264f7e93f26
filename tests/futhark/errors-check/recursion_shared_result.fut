-- The result of the recursive call may be the argument, which is not consumed.
-- ==
-- error: error\[E0403\]

def same [n] (i: i64) (xs: [n]i32) : *[n]i32 = if i == 0 then xs else same (i - 1) xs

entry main (n: i64) : []i32 = same n (replicate n 0)
