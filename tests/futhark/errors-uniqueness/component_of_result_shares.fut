-- ==
-- error: marked `\*` but shares memory

def pair [n] (xs: [n]i32) : ([n]i32, *[n]i32) = (map (+ 1) xs, xs)

entry main [n] (xs: [n]i32) : i32 = (pair xs).1[0]
