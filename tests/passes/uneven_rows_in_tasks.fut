-- passes: lower-to-tasks
-- Sums of rows of different lengths: each task has as many elements as the others. Where a check stands before the offsets these
-- are not read in advance: each task has as many rows.
entry main [n] [m] (xs: [n]i32) (offsets: [m]i64) : []i32 =
  tabulate (m - 1) (\i -> #[unsafe] i32.sum xs[offsets[i]:offsets[i + 1]])

entry checked [n] (xs: [n]i32) (offsets: []i64) (rows: i64) : []i32 =
  tabulate rows (\i -> i32.sum xs[offsets[i]:offsets[i + 1]])

entry sums : []i32 =
  let xs = map i32.i64 (iota 100)
  let offsets = [0i64, 3, 3, 90, 99, 100]
  in tabulate 5 (\i -> i32.sum xs[offsets[i]:offsets[i + 1]])
