-- passes: short-circuit
-- Parts that are written where they are read, since each iteration reads only what it writes: an element, a row that is
-- made in the row where it is read, blocks of a flat view, what a scan gives. And a part that is copied, changed and written back.
entry column [n] [m] (xs: *[n][m]i32) (j: i64) : [n][m]i32 =
  #[unsafe] (xs with [0:n, j] = map (\i -> #[unsafe] xs[i, j] * 2 + i32.i64 i) (iota n))

entry below [n] [m] (xs: *[n][m]i32) : [n][m]i32 =
  loop xs = xs for i < n - 1 do
    xs with [i + 1] = map2 (\x y -> x + y) xs[i + 1] xs[i]

entry rows [n] [m] (xs: *[n][m]i32) (k: i64) : [n][m]i32 =
  xs with [k:n] = map (\row -> map (+ row[0]) (scan (+) 0 row)) xs[k:n]

entry tripled [n] [m] (xs: *[n][m]i32) (k: i64) : [n][m]i32 =
  xs with [k:n] = map (map (* 3)) xs[k:n]

entry running [n] (xs: *[n]i32) (k: i64) : [n]i32 =
  xs with [k:n] = scan (+) 0 xs[k:n]

entry changed [n] (xs: *[n]i32) (k: i64) : [n]i32 =
  xs with [0:k] = (loop part = copy xs[0:k] for i < k do part with [i] = part[i] + i32.i64 i)

entry all : ([][]i32, [][]i32, [][]i32, [][]i32, []i32, []i32) =
  (column [[1, 2], [3, 4], [5, 6]] 1, below [[1, 2], [3, 4], [5, 6]], rows [[1, 2], [3, 4], [5, 6]] 1,
   tripled [[1, 2], [3, 4], [5, 6]] 1, running [1, 2, 3, 4] 1, changed [1, 2, 3, 4] 2)
