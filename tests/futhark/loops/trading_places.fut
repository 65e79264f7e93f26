-- Loops that write into one of several arrays which then trade places: all of them are overwritten in time.
-- ==
-- entry: two
-- input { 3i64 4i64 } output { [0i64, 3i64, 0i64] [2i64, 0i64, 0i64] }
-- input { 3i64 0i64 } output { [0i64, 0i64, 0i64] [0i64, 0i64, 0i64] }

-- ==
-- entry: unmarked
-- input { [1i64, 2i64] 3i64 } output { [3i64, 0i64] }
-- input { [1i64, 2i64] 0i64 } output { [1i64, 2i64] }

-- ==
-- entry: three
-- input { [1i64, 2i64] [3i64, 4i64] [5i64, 6i64] 1i64 } output { [3i64, 4i64] [5i64, 6i64] [9i64, 2i64] }
-- input { [1i64, 2i64] [3i64, 4i64] [5i64, 6i64] 4i64 } output { [9i64, 4i64] [9i64, 6i64] [9i64, 2i64] }

entry two (n: i64) (k: i64) =
  loop (xs: *[n]i64, ys: *[n]i64) = (replicate n 0, replicate n 0) for i < k do (ys with [i % 2] = i, xs)

entry unmarked (xs: [2]i64) (k: i64) =
  let (a, _) =
    loop (a, b) = (copy xs, replicate 2 0) for i < k do (b with [i % 2] = i + a[i % 2], a)
  in a

entry three [n] (xs: *[n]i64) (ys: *[n]i64) (zs: [n]i64) (k: i64) =
  loop (xs, ys, zs) = (xs, ys, copy zs) for _i < k do (ys, zs, xs with [0] = 9)
