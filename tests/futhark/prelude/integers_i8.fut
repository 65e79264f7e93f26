-- The module i8: every operation at the edges of the type.
-- ==
-- entry: arithmetic
-- input { [-128i8, 127i8, 127i8, -128i8, 7i8, 100i8, 0i8, 37i8, -7i8, 7i8, -7i8, -128i8, -128i8, -1i8] [1i8, 1i8, 127i8, 127i8, 2i8, -7i8, 3i8, 37i8, 2i8, -2i8, -2i8, -1i8, -128i8, 5i8] }
-- output { [-127i8, -128i8, -2i8, -1i8, 9i8, 93i8, 3i8, 74i8, -5i8, 5i8, -9i8, 127i8, 0i8, 4i8]
--   [127i8, 126i8, 0i8, 1i8, 5i8, 107i8, -3i8, 0i8, -9i8, 9i8, -5i8, -127i8, 0i8, -6i8]
--   [-128i8, 127i8, 1i8, -128i8, 14i8, 68i8, 0i8, 89i8, -14i8, -14i8, 14i8, -128i8, 0i8, -5i8]
--   [-128i8, 127i8, 1i8, -2i8, 3i8, -15i8, 0i8, 1i8, -4i8, -4i8, 3i8, -128i8, 1i8, -1i8]
--   [0i8, 0i8, 0i8, 126i8, 1i8, -5i8, 0i8, 0i8, 1i8, -1i8, -1i8, 0i8, 0i8, 4i8]
--   [-128i8, 127i8, 1i8, -1i8, 3i8, -14i8, 0i8, 1i8, -3i8, -3i8, 3i8, -128i8, 1i8, 0i8]
--   [0i8, 0i8, 0i8, -1i8, 1i8, 2i8, 0i8, 0i8, -1i8, 1i8, -1i8, 0i8, 0i8, -1i8] }
-- input { empty([0]i8) empty([0]i8) }
-- output { empty([0]i8) empty([0]i8) empty([0]i8) empty([0]i8) empty([0]i8) empty([0]i8) empty([0]i8) }

-- ==
-- entry: quotient
-- input { 9i8 2i8 }
-- output { 4i8 }
-- input { 9i8 0i8 }
-- error: ivision by zero

-- ==
-- entry: remainder
-- input { 9i8 2i8 }
-- output { 1i8 }
-- input { 0i8 0i8 }
-- error: ivision by zero

-- ==
-- entry: powers
-- input { [2i8, 0i8, 2i8, 2i8, 3i8, 127i8, 1i8, 7i8, -2i8, -128i8, -1i8] [0i8, 0i8, 7i8, 8i8, 127i8, 2i8, 100i8, 2i8, 3i8, 1i8, 101i8] }
-- output { [1i8, 1i8, -128i8, 0i8, -85i8, 1i8, 1i8, 49i8, -8i8, -128i8, -1i8] }

-- ==
-- entry: comparisons
-- input { [-128i8, 127i8, 127i8, -128i8, 7i8, 100i8, 0i8, 37i8, -7i8, 7i8, -7i8, -128i8, -128i8, -1i8] [1i8, 1i8, 127i8, 127i8, 2i8, -7i8, 3i8, 37i8, 2i8, -2i8, -2i8, -1i8, -128i8, 5i8] }
-- output { [false, false, true, false, false, false, false, true, false, false, false, false, true, false]
--   [true, true, false, true, true, true, true, false, true, true, true, true, false, true]
--   [true, false, false, true, false, false, true, false, true, false, true, true, false, true]
--   [true, false, true, true, false, false, true, true, true, false, true, true, true, true]
--   [false, true, false, false, true, true, false, false, false, true, false, false, false, false]
--   [false, true, true, false, true, true, false, true, false, true, false, false, true, false] }

-- ==
-- entry: pairs
-- input { [-128i8, 127i8, 127i8, -128i8, 7i8, 100i8, 0i8, 37i8, -7i8, 7i8, -7i8, -128i8, -128i8, -1i8] [1i8, 1i8, 127i8, 127i8, 2i8, -7i8, 3i8, 37i8, 2i8, -2i8, -2i8, -1i8, -128i8, 5i8] }
-- output { [-128i8, 1i8, 127i8, -128i8, 2i8, -7i8, 0i8, 37i8, -7i8, -2i8, -7i8, -128i8, -128i8, -1i8]
--   [1i8, 127i8, 127i8, 127i8, 7i8, 100i8, 3i8, 37i8, 2i8, 7i8, -2i8, -1i8, -128i8, 5i8]
--   [0i8, 1i8, 127i8, 0i8, 2i8, 96i8, 0i8, 37i8, 0i8, 6i8, -8i8, -128i8, -128i8, 5i8]
--   [-127i8, 127i8, 127i8, -1i8, 7i8, -3i8, 3i8, 37i8, -5i8, -1i8, -1i8, -1i8, -128i8, -1i8]
--   [-127i8, 126i8, 0i8, -1i8, 5i8, -99i8, 3i8, 0i8, -5i8, -7i8, 7i8, 127i8, 0i8, -6i8]
--   [-1i8, 0i8, 63i8, -64i8, 0i8, -3i8, 0i8, 5i8, -1i8, -1i8, 0i8, 0i8, 64i8, -1i8] }

-- ==
-- entry: mad_hi
-- input { [-128i8, 127i8, 127i8, -128i8, 7i8, 100i8, 0i8, 37i8, -7i8, 7i8, -7i8, -128i8, -128i8, -1i8] [1i8, 1i8, 127i8, 127i8, 2i8, -7i8, 3i8, 37i8, 2i8, -2i8, -2i8, -1i8, -128i8, 5i8] }
-- output { [4i8, 5i8, 68i8, -59i8, 5i8, 2i8, 5i8, 10i8, 4i8, 4i8, 5i8, 5i8, 69i8, 4i8] }

-- ==
-- entry: shifts
-- input { [-128i8, -128i8, -128i8, -128i8, -128i8, -128i8, -128i8, 127i8, 127i8, 127i8, 127i8, 127i8, 127i8, 127i8, 90i8, 90i8, 90i8, 90i8, 90i8, 90i8, 90i8] [0i8, 1i8, 4i8, 7i8, 8i8, 9i8, 16i8, 0i8, 1i8, 4i8, 7i8, 8i8, 9i8, 16i8, 0i8, 1i8, 4i8, 7i8, 8i8, 9i8, 16i8] }
-- output {
--   [-128i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 127i8, -2i8, -16i8, -128i8, 0i8, 0i8, 0i8, 90i8, -76i8, -96i8, 0i8, 0i8, 0i8, 0i8]
--   [-128i8, -64i8, -8i8, -1i8, -1i8, -1i8, -1i8, 127i8, 63i8, 7i8, 0i8, 0i8, 0i8, 0i8, 90i8, 45i8, 5i8, 0i8, 0i8, 0i8, 0i8]
--   [-128i8, 64i8, 8i8, 1i8, 0i8, 0i8, 0i8, 127i8, 63i8, 7i8, 0i8, 0i8, 0i8, 0i8, 90i8, 45i8, 5i8, 0i8, 0i8, 0i8, 0i8] }

-- ==
-- entry: singles
-- input { [0i8, 1i8, 127i8, -128i8, 80i8, -1i8, 40i8] }
-- output { [0i8, -1i8, -127i8, -128i8, -80i8, 1i8, -40i8] [0i8, 1i8, 127i8, -128i8, 80i8, 1i8, 40i8]
--   [0i8, 1i8, 1i8, -1i8, 1i8, -1i8, 1i8] [-1i8, -2i8, -128i8, 127i8, -81i8, 0i8, -41i8]
--   [0i32, 1i32, 7i32, 1i32, 2i32, 8i32, 2i32] [8i32, 7i32, 1i32, 0i32, 1i32, 0i32, 2i32]
--   [8i32, 0i32, 0i32, 7i32, 4i32, 0i32, 3i32] [0i64, 1i64, 127i64, -128i64, 80i64, -1i64, 40i64] }

-- ==
-- entry: single_bits
-- input { [0i8, 1i8, 127i8, -128i8, 80i8, -1i8, 40i8] }
-- output { [0i32, 1i32, 1i32, 0i32, 0i32, 1i32, 0i32] [0i32, 0i32, 0i32, 1i32, 0i32, 1i32, 0i32]
--   [-128i8, -127i8, -1i8, -128i8, -48i8, -1i8, -88i8] [0i8, 1i8, 125i8, -128i8, 80i8, -3i8, 40i8] }

-- ==
-- entry: folds
-- input { [127i8, 3i8, 127i8, 5i8] }
-- output { 6i8 15i8 127i8 3i8 }
-- input { [-7i8, 11i8, 2i8] }
-- output { 6i8 102i8 11i8 -7i8 }
-- input { empty([0]i8) }
-- output { 0i8 1i8 -128i8 127i8 }

-- ==
-- entry: constants
-- input {  }
-- output { 127i8 -128i8 8i32 }

entry arithmetic [n] (xs: [n]i8) (ys: [n]i8) =
  (map2 (i8.+) xs ys,
   map2 (i8.-) xs ys,
   map2 (i8.*) xs ys,
   map2 (i8./) xs ys,
   map2 (i8.%) xs ys,
   map2 (i8.//) xs ys,
   map2 (i8.%%) xs ys)

entry quotient (x: i8) (y: i8) = x i8.// y

entry remainder (x: i8) (y: i8) = x i8.% y

entry powers [n] (xs: [n]i8) (ys: [n]i8) = map2 (i8.**) xs ys

entry comparisons [n] (xs: [n]i8) (ys: [n]i8) =
  (map2 (i8.==) xs ys,
   map2 (i8.!=) xs ys,
   map2 (i8.<) xs ys,
   map2 (i8.<=) xs ys,
   map2 (i8.>) xs ys,
   map2 (i8.>=) xs ys)

entry pairs [n] (xs: [n]i8) (ys: [n]i8) =
  (map2 i8.min xs ys,
   map2 i8.max xs ys,
   map2 (i8.&) xs ys,
   map2 (i8.|) xs ys,
   map2 (i8.^) xs ys,
   map2 i8.mul_hi xs ys)

entry mad_hi [n] (xs: [n]i8) (ys: [n]i8) = map2 (\x y -> i8.mad_hi x y 5) xs ys

entry shifts [n] (xs: [n]i8) (ys: [n]i8) =
  (map2 (i8.<<) xs ys,
   map2 (i8.>>) xs ys,
   map2 (i8.>>>) xs ys)

entry singles (xs: []i8) =
  (map i8.neg xs,
   map i8.abs xs,
   map i8.sgn xs,
   map i8.not xs,
   map i8.popc xs,
   map i8.clz xs,
   map i8.ctz xs,
   map i8.to_i64 xs)

entry single_bits (xs: []i8) =
  (map (i8.get_bit 0) xs, map (i8.get_bit 7) xs, map (\x -> i8.set_bit 7 x 1) xs,
   map (\x -> i8.set_bit 1 x 0) xs)

entry folds (xs: []i8) = (i8.sum xs, i8.product xs, i8.maximum xs, i8.minimum xs)

entry constants = (i8.highest, i8.lowest, i8.num_bits)
