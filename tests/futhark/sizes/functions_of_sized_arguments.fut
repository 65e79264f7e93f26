-- A functional argument over arrays of a size that another argument tells.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { [3i32, 2, 1] 6i32 [1i32, 3, 6] }
-- input { empty([0]i32) } output { empty([0]i32) 0i32 empty([0]i32) }

def on [n] 'a '^b (f: [n]a -> b) (xs: [n]a) : b = f xs

entry main [n] (xs: [n]i32) : ([n]i32, i32, [n]i32) =
  (on reverse xs, on i32.sum xs, on (scan (+) 0) xs)
