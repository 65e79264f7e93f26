-- passes: inline simplify dead-code flatten-all
-- A varying number of turns, with arrays: rows of one size, and arrays of varying size, of which what is done moves to
-- the end of a buffer.
def f [n] [m] (rows: [n][m]i64) (ks: [n]i64) =
  map2 (\row k ->
          let (row, _, xs) = loop (row, l, xs) = (row, k, iota k) for i < k do
            let ys = filter (\x -> (x + i) % 3 != 0) (map (+ 1) (scan (+) 0 xs))
            in (map (+ i) (scan (+) 0 row), length ys, ys :> [length ys]i64)
          in (row, i64.sum xs + length xs)) rows ks
entry main : ([][]i64, []i64) = unzip (f [[1, 2], [3, 4], [5, 6], [7, 8]] [2, 0, 5, 1])
