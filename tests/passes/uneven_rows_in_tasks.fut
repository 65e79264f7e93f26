-- passes: lower-to-tasks
-- The sums of rows of different lengths, of which each task has as many elements as the others.
def sums [n] [m] (xs: [n]f32) (offsets: [m]i64) : [m - 1]f32 =
  tabulate (m - 1) (\i -> f32.sum xs[offsets[i]:offsets[i + 1]])

-- Offsets that are read behind a check are not read in advance: iterations are dealt out.
def kept [n] (xs: [n]f32) (offsets: []i64) (rows: i64) : [rows]f32 =
  tabulate rows (\i -> assert (i < 4) (f32.sum xs[offsets[i]:offsets[i + 1]]))

entry main [n] [m] (xs: [n]f32) (offsets: [m]i64) = sums xs offsets

entry few [n] [m] (xs: [n]f32) (offsets: [m]i64) (rows: i64) = kept xs offsets rows

entry long : [5]f32 = sums (map f32.i64 (iota 100)) [0, 3, 3, 90, 99, 100]
