-- A record of functions for two sizes, of which one is an expression.
-- ==
-- entry: main
-- input { [1i64,2] } output { [2i64, 3] 3i64 }

def on [n] 'b (xs: [n]i64) (fs: {f: [n]i64 -> [n]i64, g: [n + 1]i64 -> b}) : ([n]i64, b) = (fs.f xs, fs.g (xs ++ [0]))
entry main [n] (xs: [n]i64) = on xs {f = \ys -> map (\y -> y + n - 1) ys, g = length}
