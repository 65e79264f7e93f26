-- The result of a parameter is fresh where its type says so, and may be consumed.
-- ==
-- entry: main
-- input { [3, 4] } output { [9, 5] [3, 4] }

def fresh [n] (f: [n]i32 -> *[n]i32) (xs: [n]i32) : *[n]i32 = f xs with [0] = 9

entry main [n] (xs: [n]i32) : ([n]i32, [n]i32) = (fresh (\ys -> map (+ 1) ys) xs, xs)
