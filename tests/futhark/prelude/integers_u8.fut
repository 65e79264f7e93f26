-- The module u8: every operation at the edges of the type.
-- ==
-- entry: arithmetic
-- input { [0u8, 255u8, 255u8, 0u8, 7u8, 100u8, 0u8, 37u8] [1u8, 1u8, 255u8, 255u8, 2u8, 249u8, 3u8, 37u8] }
-- output { [1u8, 0u8, 254u8, 255u8, 9u8, 93u8, 3u8, 74u8] [255u8, 254u8, 0u8, 1u8, 5u8, 107u8, 253u8, 0u8]
--   [0u8, 255u8, 1u8, 0u8, 14u8, 68u8, 0u8, 89u8] [0u8, 255u8, 1u8, 0u8, 3u8, 0u8, 0u8, 1u8]
--   [0u8, 0u8, 0u8, 0u8, 1u8, 100u8, 0u8, 0u8] [0u8, 255u8, 1u8, 0u8, 3u8, 0u8, 0u8, 1u8]
--   [0u8, 0u8, 0u8, 0u8, 1u8, 100u8, 0u8, 0u8] }
-- input { empty([0]u8) empty([0]u8) }
-- output { empty([0]u8) empty([0]u8) empty([0]u8) empty([0]u8) empty([0]u8) empty([0]u8) empty([0]u8) }

-- ==
-- entry: quotient
-- input { 9u8 2u8 }
-- output { 4u8 }
-- input { 9u8 0u8 }
-- error: ivision by zero

-- ==
-- entry: remainder
-- input { 9u8 2u8 }
-- output { 1u8 }
-- input { 0u8 0u8 }
-- error: ivision by zero

-- ==
-- entry: powers
-- input { [2u8, 0u8, 2u8, 2u8, 3u8, 255u8, 1u8, 7u8] [0u8, 0u8, 7u8, 8u8, 127u8, 2u8, 100u8, 2u8] }
-- output { [1u8, 1u8, 128u8, 0u8, 171u8, 1u8, 1u8, 49u8] }

-- ==
-- entry: comparisons
-- input { [0u8, 255u8, 255u8, 0u8, 7u8, 100u8, 0u8, 37u8] [1u8, 1u8, 255u8, 255u8, 2u8, 249u8, 3u8, 37u8] }
-- output { [false, false, true, false, false, false, false, true] [true, true, false, true, true, true, true, false]
--   [true, false, false, true, false, true, true, false] [true, false, true, true, false, true, true, true]
--   [false, true, false, false, true, false, false, false] [false, true, true, false, true, false, false, true] }

-- ==
-- entry: pairs
-- input { [0u8, 255u8, 255u8, 0u8, 7u8, 100u8, 0u8, 37u8] [1u8, 1u8, 255u8, 255u8, 2u8, 249u8, 3u8, 37u8] }
-- output { [0u8, 1u8, 255u8, 0u8, 2u8, 100u8, 0u8, 37u8] [1u8, 255u8, 255u8, 255u8, 7u8, 249u8, 3u8, 37u8]
--   [0u8, 1u8, 255u8, 0u8, 2u8, 96u8, 0u8, 37u8] [1u8, 255u8, 255u8, 255u8, 7u8, 253u8, 3u8, 37u8]
--   [1u8, 254u8, 0u8, 255u8, 5u8, 157u8, 3u8, 0u8] [0u8, 0u8, 254u8, 0u8, 0u8, 97u8, 0u8, 5u8] }

-- ==
-- entry: mad_hi
-- input { [0u8, 255u8, 255u8, 0u8, 7u8, 100u8, 0u8, 37u8] [1u8, 1u8, 255u8, 255u8, 2u8, 249u8, 3u8, 37u8] }
-- output { [5u8, 5u8, 3u8, 5u8, 5u8, 102u8, 5u8, 10u8] }

-- ==
-- entry: shifts
-- input { [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 255u8, 255u8, 255u8, 255u8, 255u8, 255u8, 255u8, 90u8, 90u8, 90u8, 90u8, 90u8, 90u8, 90u8] [0u8, 1u8, 4u8, 7u8, 8u8, 9u8, 16u8, 0u8, 1u8, 4u8, 7u8, 8u8, 9u8, 16u8, 0u8, 1u8, 4u8, 7u8, 8u8, 9u8, 16u8] }
-- output {
--   [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 255u8, 254u8, 240u8, 128u8, 0u8, 0u8, 0u8, 90u8, 180u8, 160u8, 0u8, 0u8, 0u8, 0u8]
--   [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 255u8, 127u8, 15u8, 1u8, 0u8, 0u8, 0u8, 90u8, 45u8, 5u8, 0u8, 0u8, 0u8, 0u8]
--   [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 255u8, 127u8, 15u8, 1u8, 0u8, 0u8, 0u8, 90u8, 45u8, 5u8, 0u8, 0u8, 0u8, 0u8] }

-- ==
-- entry: singles
-- input { [0u8, 1u8, 255u8, 0u8, 80u8, 255u8, 40u8] }
-- output { [0u8, 255u8, 1u8, 0u8, 176u8, 1u8, 216u8] [0u8, 1u8, 255u8, 0u8, 80u8, 255u8, 40u8]
--   [0u8, 1u8, 1u8, 0u8, 1u8, 1u8, 1u8] [255u8, 254u8, 0u8, 255u8, 175u8, 0u8, 215u8]
--   [0i32, 1i32, 8i32, 0i32, 2i32, 8i32, 2i32] [8i32, 7i32, 0i32, 8i32, 1i32, 0i32, 2i32]
--   [8i32, 0i32, 0i32, 8i32, 4i32, 0i32, 3i32] [0i64, 1i64, 255i64, 0i64, 80i64, 255i64, 40i64] }

-- ==
-- entry: single_bits
-- input { [0u8, 1u8, 255u8, 0u8, 80u8, 255u8, 40u8] }
-- output { [0i32, 1i32, 1i32, 0i32, 0i32, 1i32, 0i32] [0i32, 0i32, 1i32, 0i32, 0i32, 1i32, 0i32]
--   [128u8, 129u8, 255u8, 128u8, 208u8, 255u8, 168u8] [0u8, 1u8, 253u8, 0u8, 80u8, 253u8, 40u8] }

-- ==
-- entry: folds
-- input { [255u8, 3u8, 255u8, 5u8] }
-- output { 6u8 15u8 255u8 3u8 }
-- input { [249u8, 11u8, 2u8] }
-- output { 6u8 102u8 249u8 2u8 }
-- input { empty([0]u8) }
-- output { 0u8 1u8 0u8 255u8 }

-- ==
-- entry: constants
-- input {  }
-- output { 255u8 0u8 8i32 }

entry arithmetic [n] (xs: [n]u8) (ys: [n]u8) =
  (map2 (u8.+) xs ys,
   map2 (u8.-) xs ys,
   map2 (u8.*) xs ys,
   map2 (u8./) xs ys,
   map2 (u8.%) xs ys,
   map2 (u8.//) xs ys,
   map2 (u8.%%) xs ys)

entry quotient (x: u8) (y: u8) = x u8.// y

entry remainder (x: u8) (y: u8) = x u8.% y

entry powers [n] (xs: [n]u8) (ys: [n]u8) = map2 (u8.**) xs ys

entry comparisons [n] (xs: [n]u8) (ys: [n]u8) =
  (map2 (u8.==) xs ys,
   map2 (u8.!=) xs ys,
   map2 (u8.<) xs ys,
   map2 (u8.<=) xs ys,
   map2 (u8.>) xs ys,
   map2 (u8.>=) xs ys)

entry pairs [n] (xs: [n]u8) (ys: [n]u8) =
  (map2 u8.min xs ys,
   map2 u8.max xs ys,
   map2 (u8.&) xs ys,
   map2 (u8.|) xs ys,
   map2 (u8.^) xs ys,
   map2 u8.mul_hi xs ys)

entry mad_hi [n] (xs: [n]u8) (ys: [n]u8) = map2 (\x y -> u8.mad_hi x y 5) xs ys

entry shifts [n] (xs: [n]u8) (ys: [n]u8) =
  (map2 (u8.<<) xs ys,
   map2 (u8.>>) xs ys,
   map2 (u8.>>>) xs ys)

entry singles (xs: []u8) =
  (map u8.neg xs,
   map u8.abs xs,
   map u8.sgn xs,
   map u8.not xs,
   map u8.popc xs,
   map u8.clz xs,
   map u8.ctz xs,
   map u8.to_i64 xs)

entry single_bits (xs: []u8) =
  (map (u8.get_bit 0) xs, map (u8.get_bit 7) xs, map (\x -> u8.set_bit 7 x 1) xs,
   map (\x -> u8.set_bit 1 x 0) xs)

entry folds (xs: []u8) = (u8.sum xs, u8.product xs, u8.maximum xs, u8.minimum xs)

entry constants = (u8.highest, u8.lowest, u8.num_bits)
