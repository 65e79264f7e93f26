-- The module i16: every operation at the edges of the type.
-- ==
-- entry: arithmetic
-- input { [-32768i16, 32767i16, 32767i16, -32768i16, 7i16, 100i16, 0i16, 37i16, -7i16, 7i16, -7i16, -32768i16, -32768i16, -1i16] [1i16, 1i16, 32767i16, 32767i16, 2i16, -7i16, 3i16, 37i16, 2i16, -2i16, -2i16, -1i16, -32768i16, 5i16] }
-- output { [-32767i16, -32768i16, -2i16, -1i16, 9i16, 93i16, 3i16, 74i16, -5i16, 5i16, -9i16, 32767i16, 0i16, 4i16]
--   [32767i16, 32766i16, 0i16, 1i16, 5i16, 107i16, -3i16, 0i16, -9i16, 9i16, -5i16, -32767i16, 0i16, -6i16]
--   [-32768i16, 32767i16, 1i16, -32768i16, 14i16, -700i16, 0i16, 1369i16, -14i16, -14i16, 14i16, -32768i16, 0i16, -5i16]
--   [-32768i16, 32767i16, 1i16, -2i16, 3i16, -15i16, 0i16, 1i16, -4i16, -4i16, 3i16, -32768i16, 1i16, -1i16]
--   [0i16, 0i16, 0i16, 32766i16, 1i16, -5i16, 0i16, 0i16, 1i16, -1i16, -1i16, 0i16, 0i16, 4i16]
--   [-32768i16, 32767i16, 1i16, -1i16, 3i16, -14i16, 0i16, 1i16, -3i16, -3i16, 3i16, -32768i16, 1i16, 0i16]
--   [0i16, 0i16, 0i16, -1i16, 1i16, 2i16, 0i16, 0i16, -1i16, 1i16, -1i16, 0i16, 0i16, -1i16] }
-- input { empty([0]i16) empty([0]i16) }
-- output { empty([0]i16) empty([0]i16) empty([0]i16) empty([0]i16) empty([0]i16) empty([0]i16) empty([0]i16) }

-- ==
-- entry: quotient
-- input { 9i16 2i16 }
-- output { 4i16 }
-- input { 9i16 0i16 }
-- error: ivision by zero

-- ==
-- entry: remainder
-- input { 9i16 2i16 }
-- output { 1i16 }
-- input { 0i16 0i16 }
-- error: ivision by zero

-- ==
-- entry: powers
-- input { [2i16, 0i16, 2i16, 2i16, 3i16, 32767i16, 1i16, 7i16, -2i16, -32768i16, -1i16] [0i16, 0i16, 15i16, 16i16, 127i16, 2i16, 100i16, 2i16, 3i16, 1i16, 101i16] }
-- output { [1i16, 1i16, -32768i16, 0i16, 10411i16, 1i16, 1i16, 49i16, -8i16, -32768i16, -1i16] }

-- ==
-- entry: comparisons
-- input { [-32768i16, 32767i16, 32767i16, -32768i16, 7i16, 100i16, 0i16, 37i16, -7i16, 7i16, -7i16, -32768i16, -32768i16, -1i16] [1i16, 1i16, 32767i16, 32767i16, 2i16, -7i16, 3i16, 37i16, 2i16, -2i16, -2i16, -1i16, -32768i16, 5i16] }
-- output { [false, false, true, false, false, false, false, true, false, false, false, false, true, false]
--   [true, true, false, true, true, true, true, false, true, true, true, true, false, true]
--   [true, false, false, true, false, false, true, false, true, false, true, true, false, true]
--   [true, false, true, true, false, false, true, true, true, false, true, true, true, true]
--   [false, true, false, false, true, true, false, false, false, true, false, false, false, false]
--   [false, true, true, false, true, true, false, true, false, true, false, false, true, false] }

-- ==
-- entry: pairs
-- input { [-32768i16, 32767i16, 32767i16, -32768i16, 7i16, 100i16, 0i16, 37i16, -7i16, 7i16, -7i16, -32768i16, -32768i16, -1i16] [1i16, 1i16, 32767i16, 32767i16, 2i16, -7i16, 3i16, 37i16, 2i16, -2i16, -2i16, -1i16, -32768i16, 5i16] }
-- output {
--   [-32768i16, 1i16, 32767i16, -32768i16, 2i16, -7i16, 0i16, 37i16, -7i16, -2i16, -7i16, -32768i16, -32768i16, -1i16]
--   [1i16, 32767i16, 32767i16, 32767i16, 7i16, 100i16, 3i16, 37i16, 2i16, 7i16, -2i16, -1i16, -32768i16, 5i16]
--   [0i16, 1i16, 32767i16, 0i16, 2i16, 96i16, 0i16, 37i16, 0i16, 6i16, -8i16, -32768i16, -32768i16, 5i16]
--   [-32767i16, 32767i16, 32767i16, -1i16, 7i16, -3i16, 3i16, 37i16, -5i16, -1i16, -1i16, -1i16, -32768i16, -1i16]
--   [-32767i16, 32766i16, 0i16, -1i16, 5i16, -99i16, 3i16, 0i16, -5i16, -7i16, 7i16, 32767i16, 0i16, -6i16]
--   [-1i16, 0i16, 16383i16, -16384i16, 0i16, -1i16, 0i16, 0i16, -1i16, -1i16, 0i16, 0i16, 16384i16, -1i16] }

-- ==
-- entry: mad_hi
-- input { [-32768i16, 32767i16, 32767i16, -32768i16, 7i16, 100i16, 0i16, 37i16, -7i16, 7i16, -7i16, -32768i16, -32768i16, -1i16] [1i16, 1i16, 32767i16, 32767i16, 2i16, -7i16, 3i16, 37i16, 2i16, -2i16, -2i16, -1i16, -32768i16, 5i16] }
-- output { [4i16, 5i16, 16388i16, -16379i16, 5i16, 4i16, 5i16, 5i16, 4i16, 4i16, 5i16, 5i16, 16389i16, 4i16] }

-- ==
-- entry: shifts
-- input { [-32768i16, -32768i16, -32768i16, -32768i16, -32768i16, -32768i16, -32768i16, 32767i16, 32767i16, 32767i16, 32767i16, 32767i16, 32767i16, 32767i16, 23130i16, 23130i16, 23130i16, 23130i16, 23130i16, 23130i16, 23130i16] [0i16, 1i16, 8i16, 15i16, 16i16, 17i16, 32i16, 0i16, 1i16, 8i16, 15i16, 16i16, 17i16, 32i16, 0i16, 1i16, 8i16, 15i16, 16i16, 17i16, 32i16] }
-- output {
--   [-32768i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 32767i16, -2i16, -256i16, -32768i16, 0i16, 0i16, 0i16, 23130i16, -19276i16, 23040i16, 0i16, 0i16, 0i16, 0i16]
--   [-32768i16, -16384i16, -128i16, -1i16, -1i16, -1i16, -1i16, 32767i16, 16383i16, 127i16, 0i16, 0i16, 0i16, 0i16, 23130i16, 11565i16, 90i16, 0i16, 0i16, 0i16, 0i16]
--   [-32768i16, 16384i16, 128i16, 1i16, 0i16, 0i16, 0i16, 32767i16, 16383i16, 127i16, 0i16, 0i16, 0i16, 0i16, 23130i16, 11565i16, 90i16, 0i16, 0i16, 0i16, 0i16] }

-- ==
-- entry: singles
-- input { [0i16, 1i16, 32767i16, -32768i16, 23120i16, -1i16, 40i16] }
-- output { [0i16, -1i16, -32767i16, -32768i16, -23120i16, 1i16, -40i16]
--   [0i16, 1i16, 32767i16, -32768i16, 23120i16, 1i16, 40i16] [0i16, 1i16, 1i16, -1i16, 1i16, -1i16, 1i16]
--   [-1i16, -2i16, -32768i16, 32767i16, -23121i16, 0i16, -41i16] [0i32, 1i32, 15i32, 1i32, 6i32, 16i32, 2i32]
--   [16i32, 15i32, 1i32, 0i32, 1i32, 0i32, 10i32] [16i32, 0i32, 0i32, 15i32, 4i32, 0i32, 3i32]
--   [0i64, 1i64, 32767i64, -32768i64, 23120i64, -1i64, 40i64] }

-- ==
-- entry: single_bits
-- input { [0i16, 1i16, 32767i16, -32768i16, 23120i16, -1i16, 40i16] }
-- output { [0i32, 1i32, 1i32, 0i32, 0i32, 1i32, 0i32] [0i32, 0i32, 0i32, 1i32, 0i32, 1i32, 0i32]
--   [-32768i16, -32767i16, -1i16, -32768i16, -9648i16, -1i16, -32728i16]
--   [0i16, 1i16, 32765i16, -32768i16, 23120i16, -3i16, 40i16] }

-- ==
-- entry: folds
-- input { [32767i16, 3i16, 32767i16, 5i16] }
-- output { 6i16 15i16 32767i16 3i16 }
-- input { [-7i16, 11i16, 2i16] }
-- output { 6i16 -154i16 11i16 -7i16 }
-- input { empty([0]i16) }
-- output { 0i16 1i16 -32768i16 32767i16 }

-- ==
-- entry: constants
-- input {  }
-- output { 32767i16 -32768i16 16i32 }

entry arithmetic [n] (xs: [n]i16) (ys: [n]i16) =
  (map2 (i16.+) xs ys,
   map2 (i16.-) xs ys,
   map2 (i16.*) xs ys,
   map2 (i16./) xs ys,
   map2 (i16.%) xs ys,
   map2 (i16.//) xs ys,
   map2 (i16.%%) xs ys)

entry quotient (x: i16) (y: i16) = x i16.// y

entry remainder (x: i16) (y: i16) = x i16.% y

entry powers [n] (xs: [n]i16) (ys: [n]i16) = map2 (i16.**) xs ys

entry comparisons [n] (xs: [n]i16) (ys: [n]i16) =
  (map2 (i16.==) xs ys,
   map2 (i16.!=) xs ys,
   map2 (i16.<) xs ys,
   map2 (i16.<=) xs ys,
   map2 (i16.>) xs ys,
   map2 (i16.>=) xs ys)

entry pairs [n] (xs: [n]i16) (ys: [n]i16) =
  (map2 i16.min xs ys,
   map2 i16.max xs ys,
   map2 (i16.&) xs ys,
   map2 (i16.|) xs ys,
   map2 (i16.^) xs ys,
   map2 i16.mul_hi xs ys)

entry mad_hi [n] (xs: [n]i16) (ys: [n]i16) = map2 (\x y -> i16.mad_hi x y 5) xs ys

entry shifts [n] (xs: [n]i16) (ys: [n]i16) =
  (map2 (i16.<<) xs ys,
   map2 (i16.>>) xs ys,
   map2 (i16.>>>) xs ys)

entry singles (xs: []i16) =
  (map i16.neg xs,
   map i16.abs xs,
   map i16.sgn xs,
   map i16.not xs,
   map i16.popc xs,
   map i16.clz xs,
   map i16.ctz xs,
   map i16.to_i64 xs)

entry single_bits (xs: []i16) =
  (map (i16.get_bit 0) xs, map (i16.get_bit 15) xs, map (\x -> i16.set_bit 15 x 1) xs,
   map (\x -> i16.set_bit 1 x 0) xs)

entry folds (xs: []i16) = (i16.sum xs, i16.product xs, i16.maximum xs, i16.minimum xs)

entry constants = (i16.highest, i16.lowest, i16.num_bits)
