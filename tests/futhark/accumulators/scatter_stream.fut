-- Writing at positions that a function finds: none, one or several for each element.

-- ==
-- entry: inverse
-- input { [2i64, 0, 1] } output { [1i64, 2, 0] }
-- input { [0i64] } output { [0i64] }
-- input { empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: outside
-- input { 3i64 [-1i64, 1, 3, 9223372036854775807, -9223372036854775808] } output { [7i32, -6, 7] }

-- ==
-- entry: runs
-- input { [2i64, 0, 3] 5i64 } output { [0i64, 0, 2, 2, 2] }
-- input { [2i64, 0, 3] 4i64 } output { [0i64, 0, 2, 2] }
-- input { [0i64] 2i64 } output { [-1i64, -1] }

-- ==
-- entry: rows
-- input { [1i64, 0] } output { [[0i64, 1, 2], [1, 2, 3]] }
-- input { [7i64] } output { [[9i64, 9, 9], [9, 9, 9]] }

entry inverse [n] (is: [n]i64) : [n]i64 =
  intrinsics.scatter_stream (replicate n (-1)) (\acc (i, j) -> intrinsics.acc_write acc i j) (zip is (iota n))

-- What is out of range writes nothing.
entry outside (k: i64) (is: []i64) : []i32 =
  intrinsics.scatter_stream (replicate k 7) (\acc i -> intrinsics.acc_write acc i (-6)) is

-- The number of each run, as often as the run is long.
entry runs [n] (sizes: [n]i64) (total: i64) : []i64 =
  let starts = exscan (+) 0 sizes
  let fill (acc: *intrinsics.acc ([total]i64)) (r: i64) =
    loop acc for j < sizes[r] do intrinsics.acc_write acc (starts[r] + j) r
  in intrinsics.scatter_stream (replicate total (-1)) fill (iota n)

entry rows (is: []i64) : [2][3]i64 =
  intrinsics.scatter_stream (replicate 2 (replicate 3 9)) (\acc i -> intrinsics.acc_write acc i (map (+ i) (iota 3))) is
