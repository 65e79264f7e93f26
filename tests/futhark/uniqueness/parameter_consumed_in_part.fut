-- A tuple of which one component is consumed; the caller goes on using the other.
-- ==
-- entry: main
-- input { [1, 2] [3, 4] } output { [3, 2] [3, 4] }

def first [n] ((xs, ys): (*[n]i32, [n]i32)) : *[n]i32 = xs with [0] = ys[0]

entry main [n] (xs: *[n]i32) (ys: [n]i32) : ([n]i32, [n]i32) = (first (xs, ys), ys)
