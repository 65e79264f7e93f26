-- Two consumed arguments, one of them a copy of the other.
-- ==
-- entry: main
-- input { [3, 4] } output { 3i32 }

def both [n] (xs: *[n]i32) (ys: *[n]i32) : i32 = (xs with [0] = 1)[0] + (ys with [0] = 2)[0]

entry main [n] (xs: *[n]i32) : i32 = both xs (copy xs)
