-- Traversals: maps of several arrays, reductions, scans, selections and writes by position.
-- ==
-- entry: maps
-- input { [1, 2, 3] [10, 20, 30] [100, 200, 300] [1000, 2000, 3000] [5, 5, 5] }
-- output { [-1, -2, -3] [-1, -2, -3] [9, 18, 27] [109, 218, 327] [1109, 2218, 3327] [1114, 2223, 3332] }
-- input { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: reductions
-- input { [3, -1, 2] } output { 4 4 [3, 2, 4] [0, 3, 2] [3, 3, 3] }
-- input { [2147483647, 1] } output { -2147483648 -2147483648 [2147483647, -2147483648] [0, 2147483647] [2147483647, 2147483647] }
-- input { [5] } output { 5 5 [5] [0] [5] }
-- input { empty([0]i32) } output { 0 0 empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: affine
-- input { [2, 3] [1, 5] } output { 6 8 [2, 6] [1, 8] [1, 2] [0, 1] }
-- input { empty([0]i32) empty([0]i32) } output { 1 0 empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: logic
-- input { [1, 2, 3] } output { true true true true }
-- input { [1, -2, 3] } output { false true false true }
-- input { [-1, -2] } output { false false false false }
-- input { empty([0]i32) } output { true false true false }

-- ==
-- entry: selections
-- input { [5, -3, 0, 12, -7, 9] }
-- output { [5, 12, 9] [5, 12, 9] [-3, 0, -7] [12] [5, 9] [-3, 0, -7] 6i64 }
-- input { [1, 2] } output { [1, 2] [1, 2] empty([0]i32) empty([0]i32) [1, 2] empty([0]i32) 2i64 }
-- input { [-1, -2] } output { empty([0]i32) empty([0]i32) [-1, -2] empty([0]i32) empty([0]i32) [-1, -2] 2i64 }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) 0i64 }

-- ==
-- entry: sorted_by_sign
-- input { [5, -3, 0, 12, -7, 9] } output { [-3, -7, 5, 0, 12, 9] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: written
-- input { [1, 2, 3, 4] [3i64, -1, 0, 4, 9223372036854775807, -9223372036854775808] [30, 31, 32, 33, 34, 35] }
-- output { [32, 2, 3, 30] [32, 0, 0, 30, 33] }
-- input { empty([0]i32) [0i64] [1] } output { empty([0]i32) [1, 0, 0, 0, 0] }
-- input { [1, 2] empty([0]i64) empty([0]i32) } output { [1, 2] [0, 0, 0, 0, 0] }

-- ==
-- entry: written_2d
-- input { [[1, 2], [3, 4]] [0i64, 1, 2, 0, -1] [1i64, 0, 0, 2, 0] [10, 20, 30, 40, 50] } output { [[1, 10], [20, 4]] }
-- input { [[1, 2]] empty([0]i64) empty([0]i64) empty([0]i32) } output { [[1, 2]] }

-- ==
-- entry: written_3d
-- input { [[[1, 2], [3, 4]]] [0i64, 0, 1, 0] [0i64, 1, 0, 1] [1i64, 0, 0, -1] [10, 20, 30, 40] } output { [[[1, 10], [20, 4]]] }

-- ==
-- entry: counted
-- input { [1, 1, 1] [0i64, 2, 2, 3, -1, 2] [10, 20, 30, 40, 50, 60] } output { [11, 1, 111] [10, 0, 110] [10, -2147483648, 60] }
-- input { [1, 1, 1] empty([0]i64) empty([0]i32) } output { [1, 1, 1] [0, 0, 0] [-2147483648, -2147483648, -2147483648] }
-- input { empty([0]i32) [0i64] [5] } output { empty([0]i32) [5, 0, 0] [5, -2147483648, -2147483648] }

-- ==
-- entry: counted_2d
-- input { [[1, 2], [3, 4]] [0i64, 0, 2, 1, 0] [1i64, 1, 0, -1, 0] [10, 20, 30, 40, 50] } output { [[51, 32], [3, 4]] }

-- ==
-- entry: counted_3d
-- input { [[[1, 2], [3, 4]]] [0i64, 0, 1, 0] [1i64, 1, 0, 1] [0i64, 0, 0, 2] [10, 20, 30, 40] } output { [[[1, 2], [33, 4]]] }

-- ==
-- entry: in_order
-- input { [1, 2, 3] } output { 123 321 -6 2 }
-- input { [7] } output { 7 7 -7 7 }
-- input { empty([0]i32) } output { 0 0 0 0 }

entry maps [n] (as: [n]i32) (bs: [n]i32) (cs: [n]i32) (ds: [n]i32) (es: [n]i32) =
  (map (\a -> -a) as, map1 (\a -> -a) as, map2 (\a b -> b - a) as bs, map3 (\a b c -> b - a + c) as bs cs,
   map4 (\a b c d -> b - a + c + d) as bs cs ds, map5 (\a b c d e -> b - a + c + d + e) as bs cs ds es)

entry reductions (xs: []i32) =
  (reduce (+) 0 xs, reduce_comm (+) 0 xs, scan (+) 0 xs, exscan (+) 0 xs, scan i32.max i32.lowest xs)

-- Composition of x -> a * x + b does not commute.
entry affine [n] (as: [n]i32) (bs: [n]i32) =
  let after (a, b) (c, d) = (c * a, c * b + d)
  let (a, b) = reduce after (1, 0) (zip as bs)
  let (sa, sb) = unzip (scan after (1, 0) (zip as bs))
  let (ea, eb) = unzip (exscan after (1, 0) (zip as bs))
  in (a, b, sa, sb, ea, eb)

entry logic (xs: []i32) = (all (> 0) xs, any (> 0) xs, and (map (> 0) xs), or (map (> 0) xs))

entry selections (xs: []i32) =
  let (yes, no) = partition (> 0) xs
  let (large, small, rest) = partition2 (> 10) (> 0) xs
  in (filter (> 0) xs, yes, no, large, small, rest, length yes + length no)

entry sorted_by_sign [n] (xs: [n]i32) : [n]i32 =
  let (negative, others) = partition (< 0) xs
  in negative ++ others :> [n]i32

entry written [n] (dest: *[]i32) (is: [n]i64) (vs: [n]i32) = (scatter dest is vs, spread 5 0 is vs)
entry written_2d [n] (dest: *[][]i32) (is: [n]i64) (js: [n]i64) (vs: [n]i32) = scatter_2d dest (zip is js) vs
entry written_3d [n] (dest: *[][][]i32) (is: [n]i64) (js: [n]i64) (ks: [n]i64) (vs: [n]i32) =
  scatter_3d dest (zip3 is js ks) vs

entry counted [n] (dest: *[]i32) (is: [n]i64) (vs: [n]i32) =
  (reduce_by_index dest (+) 0 is vs, hist (+) 0 3 is vs, hist i32.max i32.lowest 3 is vs)
entry counted_2d [n] (dest: *[][]i32) (is: [n]i64) (js: [n]i64) (vs: [n]i32) =
  reduce_by_index_2d dest (+) 0 (zip is js) vs
entry counted_3d [n] (dest: *[][][]i32) (is: [n]i64) (js: [n]i64) (ks: [n]i64) (vs: [n]i32) =
  reduce_by_index_3d dest (+) 0 (zip3 is js ks) vs

entry in_order (xs: []i32) =
  (foldl (\acc x -> 10 * acc + x) 0 xs, foldr (\x acc -> 10 * acc + x) 0 xs, foldl (-) 0 xs, foldr (-) 0 xs)
