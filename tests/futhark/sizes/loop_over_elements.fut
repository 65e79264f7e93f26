-- A loop over elements keeps the size of what it carries.
-- ==
-- entry: main
-- input { [1i32, 2i32] [[1i32, 1i32], [2i32, 2i32]] } output { [4i32, 5i32] }

entry main [n] [m] (acc: [m]i32) (xss: [n][m]i32) : [m]i32 = loop ys = acc for xs in xss do map2 (+) ys xs
