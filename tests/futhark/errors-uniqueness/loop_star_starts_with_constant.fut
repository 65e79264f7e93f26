-- The first value of a parameter that is marked `*` is no constant.
-- ==
-- error: error\[E0402\]: `c` may not be consumed

def c = [1i32, 2]

def first = loop (ys: *[2]i32) = c for i < 3 do ys

entry main (i: i64) = first[i]
