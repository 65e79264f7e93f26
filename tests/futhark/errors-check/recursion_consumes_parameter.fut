-- A recursive call may consume only what the function may.
-- ==
-- error: error\[E0402\]

def fill [n] (i: i64) (xs: *[n]i32) : *[n]i32 = if i == 0 then xs else fill (i - 1) (xs with [i - 1] = 1)
def twice [n] (i: i64) (xs: [n]i32) : [n]i32 = if i == 0 then fill n xs else twice (i - 1) xs

entry main (n: i64) : []i32 = twice 1 (replicate n 0)
