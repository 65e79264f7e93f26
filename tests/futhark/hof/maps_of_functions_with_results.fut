-- Functions over arrays that take functions for rows, elements and indices.
-- ==
-- entry: main
-- input { [[1i32, 2], [3, 4]] } output { [3i32, 7] [[2i32, 4], [6, 8]] [4i32, 6] }
-- input { empty([0][2]i32) } output { empty([0]i32) empty([0][2]i32) [0i32, 0] }

-- ==
-- entry: tabulated
-- input { 3i64 } output { [0i64, 1, 4] [[0i64, 0], [1, 2], [2, 4]] }
-- input { 0i64 } output { empty([0]i64) empty([0][2]i64) }

def rows [n] [m] 'a 'b (f: [m]a -> b) (a: [n][m]a) : [n]b = map f a
def elements [n] [m] 'a 'b (f: a -> b) (a: [n][m]a) : [n][m]b = map (map f) a
def columns [n] [m] 'a 'b (f: [n]a -> b) (a: [n][m]a) : [m]b = map f (transpose a)
entry main [n] (a: [n][2]i32) : ([n]i32, [n][2]i32, [2]i32) =
  (rows i32.sum a, elements (* 2) a, columns i32.sum a)
entry tabulated (n: i64) : ([n]i64, [n][2]i64) =
  (tabulate n (\i -> i * i), tabulate_2d n 2 (\i j -> i * (j + 1)))
