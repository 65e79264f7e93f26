-- Where sizes differ, both are named, and so is where each comes from.
-- ==
-- error: expected size n, found the size of `filter \(> 0\) xs`.*\.fut:5:.*may differ from n: declare `\[\]i32`.*expected the size of `filter \(> 0\) xs`, found the size of `filter \(> 1\) ys`.*\.fut:6:.*expected the size of `filter \(> 0\) xs`, found m.*the actual size is bound here.*the expected size comes from here.*expected size n, found the size of `replicate m 0`

def a [n] (xs: [n]i32) : [n]i32 = filter (> 0) xs
def b (xs: []i32) (ys: []i32) : []i32 = map2 (+) (filter (> 0) xs) (filter (> 1) ys)
def c [m] (xs: []i32) (ys: [m]i32) : []i32 = let zs = filter (> 0) xs in map2 (+) zs ys
def d (b: bool) (n: i64) (m: i64) : [n]i32 = if b then replicate n 0 else replicate m 0
