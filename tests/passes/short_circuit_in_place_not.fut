-- passes: short-circuit
-- Parts that are not written where they are read: what another iteration reads; a row, of which the inner iterations read what
-- others write, so that it is made elsewhere and copied to its place; and a copy of a part that is still read as it was.
entry reversed [n] (xs: *[n]i32) (k: i64) : [n]i32 =
  xs with [0:k] = map (\i -> #[unsafe] xs[k - 1 - i] + 1) (iota k)

entry shifted [n] (xs: *[n]i32) : [n]i32 =
  xs with [0:n - 1] = map (+ 1) xs[1:n]

entry turned [n] [m] (xs: *[n][m]i32) : [n][m]i32 =
  xs with [1:n] = map (\row -> map (\j -> row[m - 1 - j] + 1) (iota m)) xs[1:n]

entry kept [n] (xs: *[n]i32) (k: i64) : [n]i32 =
  xs with [0:k] = (loop part = copy xs[0:k] for i < k do part with [i] = part[i] + xs[k - 1 - i])

entry all : ([]i32, []i32, [][]i32, []i32) =
  (reversed [1, 2, 3, 4] 3, shifted [1, 2, 3, 4], turned [[1, 2], [3, 4], [5, 6]], kept [1, 2, 3, 4] 3)
