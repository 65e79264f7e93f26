-- A constructor is no function: it needs its payloads at once.
-- ==
-- error: error\[E0[0-9]*\]: .*#some

def f (xs: []i32) : [](#none | #some i32) = map #some xs
