-- Slices as targets of updates: ranges, strides, negative strides, whole rows and columns, and blocks of a matrix.
-- ==
-- entry: middle
-- input { [1, 2, 3, 4, 5] [20, 30] 1i64 } output { [1, 20, 30, 4, 5] }
-- input { [1, 2, 3] empty([0]i32) 2i64 } output { [1, 2, 3] }
-- input { [1] [9] 0i64 } output { [9] }
-- input { [1, 2, 3] [7, 8, 9] 0i64 } output { [7, 8, 9] }

-- ==
-- entry: evens
-- input { [1, 2, 3, 4, 5] } output { [0, 2, 0, 4, 0] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [7] } output { [0] }

-- ==
-- entry: mirrored
-- input { [1, 2, 3, 4] [5, 6, 7, 8] } output { [8, 7, 6, 5] }
-- input { [1] [2] } output { [2] }

-- ==
-- entry: cross
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] 1i64 [10, 20, 30] } output { [[1, 10, 3], [10, 20, 30], [7, 30, 9]] }
-- input { [[1]] 0i64 [5] } output { [[5]] }

-- ==
-- entry: block
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] [[-1, -2], [-3, -4]] 1i64 0i64 }
-- output { [[1, 2, 3], [-1, -2, 6], [-3, -4, 9]] }
-- input { [[1, 2], [3, 4]] empty([0][2]i32) 2i64 0i64 } output { [[1, 2], [3, 4]] }

-- ==
-- entry: checkers
-- input { 3i64 } output { [[1, 0, 1], [0, 1, 0], [1, 0, 1]] }
-- input { 4i64 } output { [[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1]] }

entry middle [n][m] (xs: *[n]i32) (part: [m]i32) (at: i64) : [n]i32 =
  xs with [at:at + m] = part

entry evens [n] (xs: *[n]i32) : [n]i32 =
  let xs[::2] = replicate (length xs[::2]) 0
  in xs

entry mirrored [n] (xs: *[n]i32) (ys: [n]i32) : [n]i32 =
  xs with [::-1] = ys

entry cross [n] (a: *[n][n]i32) (k: i64) (line: [n]i32) : [n][n]i32 =
  a with [k] = line with [:, k] = line

entry block [h][w][p][q] (a: *[h][w]i32) (b: [p][q]i32) (i: i64) (j: i64) : [h][w]i32 =
  let a[i:i + p, j:j + q] = b
  in a

entry checkers (n: i64) : [n][n]i32 =
  let a = tabulate_2d n n (\_ _ -> 0)
  let ones k = replicate k 1
  let a = loop a for i < n do
            let from = i % 2
            let count = length (iota n)[from::2]
            in a with [i, from::2] = ones count
  in a
