-- The operations of the module intrinsics that have other names elsewhere, or the same.

-- ==
-- entry: traversals
-- input { [1i32, 2, 3, 4] } output { [2i32, 3, 4, 5] 10i32 24i32 [1i32, 3, 6, 10] [2i32, 4] [1i32, 3] }
-- input { empty([0]i32) } output { empty([0]i32) 0i32 1i32 empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: shapes
-- input { [[1i32, 2], [3, 4]] [5i32, 6] }
-- output { [1i32, 2, 3, 4] [[1i32, 3], [2, 4]] [[5i32], [6]] [1i32, 2, 3, 4, 5, 6] [[1i32, 2], [3, 4]] }

-- ==
-- entry: pairs
-- input { [1i32, 2] [true, false] } output { [1i32, 2] [true, false] }

-- ==
-- entry: writes
-- input { [0i64, 2, 5, 0] [1i32, 2, 3, 4] }
-- output { [5i32, 0, 2] [[5i32, 0], [0, 0], [2, 0]] [[[0i32], [5]], [[0], [0]], [[0], [2]]] }

-- ==
-- entry: places
-- input { [0i64, 2, 5] [1i32, 2, 3] }
-- output { [1i32, 0, 2] [[1i32, 0], [0, 0], [2, 0]] [[[0i32], [1]], [[0], [0]], [[0], [2]]] }

entry traversals [n] (xs: [n]i32) =
  let (even, odd) = intrinsics.partition (\x -> x % 2 == 0) xs
  in (intrinsics.map (+ 1) xs, intrinsics.reduce (+) 0 xs, intrinsics.reduce_comm (*) 1 xs,
      intrinsics.scan (+) 0 xs, even, odd)

entry shapes [n] [m] (xss: [n][m]i32) (ys: [m]i32) =
  let flat = intrinsics.flatten xss
  in (flat, intrinsics.transpose xss, intrinsics.unflatten (sized (m * 1) ys) : [m][1]i32, intrinsics.concat flat ys,
      intrinsics.manifest xss)

entry pairs [n] (xs: [n]i32) (bs: [n]bool) = intrinsics.unzip (intrinsics.zip xs bs)

entry writes [n] (is: [n]i64) (vs: [n]i32) =
  (intrinsics.hist_1d (replicate 3 0) (+) 0 is vs,
   intrinsics.hist_2d (replicate 3 (replicate 2 0)) (+) 0 (map (\i -> (i, 0)) is) vs,
   intrinsics.hist_3d (replicate 3 (replicate 2 [0])) (+) 0 (map (\i -> (i, 1, 0)) is) vs)

entry places [n] (is: [n]i64) (vs: [n]i32) =
  (intrinsics.scatter (replicate 3 0) is vs,
   intrinsics.scatter_2d (replicate 3 (replicate 2 0)) (map (\i -> (i, 0)) is) vs,
   intrinsics.scatter_3d (replicate 3 (replicate 2 [0])) (map (\i -> (i, 1, 0)) is) vs)
