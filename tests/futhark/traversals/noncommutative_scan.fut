-- Scans with operators that do not commute, on tuples: affine functions, segmented sums, runs.
-- ==
-- entry: affine
-- input { [2i32, 3, 1] [1i32, 0, 5] } output { [2i32, 6, 6] [1i32, 3, 8] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: segmented
-- input { [true, false, true, false, false] [1i32, 2, 3, 4, 5] } output { [1i32, 3, 3, 7, 12] }
-- input { [false] [9i32] } output { [9i32] }

-- ==
-- entry: copied
-- input { [5i32, 0, 0, 7, 0] } output { [5i32, 5, 5, 7, 7] }
-- input { [0i32, 3] } output { [0i32, 3] }

entry affine [n] (a: [n]i32) (b: [n]i32) : ([n]i32, [n]i32) =
  unzip (scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip a b))
entry segmented [n] (flags: [n]bool) (xs: [n]i32) : [n]i32 =
  map (.1) (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip flags xs))
entry copied [n] (xs: [n]i32) : [n]i32 = scan (\x y -> if y == 0 then x else y) 0 xs
