-- The module u16: every operation at the edges of the type.
-- ==
-- entry: arithmetic
-- input { [0u16, 65535u16, 65535u16, 0u16, 7u16, 100u16, 0u16, 37u16] [1u16, 1u16, 65535u16, 65535u16, 2u16, 65529u16, 3u16, 37u16] }
-- output { [1u16, 0u16, 65534u16, 65535u16, 9u16, 93u16, 3u16, 74u16]
--   [65535u16, 65534u16, 0u16, 1u16, 5u16, 107u16, 65533u16, 0u16]
--   [0u16, 65535u16, 1u16, 0u16, 14u16, 64836u16, 0u16, 1369u16] [0u16, 65535u16, 1u16, 0u16, 3u16, 0u16, 0u16, 1u16]
--   [0u16, 0u16, 0u16, 0u16, 1u16, 100u16, 0u16, 0u16] [0u16, 65535u16, 1u16, 0u16, 3u16, 0u16, 0u16, 1u16]
--   [0u16, 0u16, 0u16, 0u16, 1u16, 100u16, 0u16, 0u16] }
-- input { empty([0]u16) empty([0]u16) }
-- output { empty([0]u16) empty([0]u16) empty([0]u16) empty([0]u16) empty([0]u16) empty([0]u16) empty([0]u16) }

-- ==
-- entry: quotient
-- input { 9u16 2u16 }
-- output { 4u16 }
-- input { 9u16 0u16 }
-- error: ivision by zero

-- ==
-- entry: remainder
-- input { 9u16 2u16 }
-- output { 1u16 }
-- input { 0u16 0u16 }
-- error: ivision by zero

-- ==
-- entry: powers
-- input { [2u16, 0u16, 2u16, 2u16, 3u16, 65535u16, 1u16, 7u16] [0u16, 0u16, 15u16, 16u16, 127u16, 2u16, 100u16, 2u16] }
-- output { [1u16, 1u16, 32768u16, 0u16, 10411u16, 1u16, 1u16, 49u16] }

-- ==
-- entry: comparisons
-- input { [0u16, 65535u16, 65535u16, 0u16, 7u16, 100u16, 0u16, 37u16] [1u16, 1u16, 65535u16, 65535u16, 2u16, 65529u16, 3u16, 37u16] }
-- output { [false, false, true, false, false, false, false, true] [true, true, false, true, true, true, true, false]
--   [true, false, false, true, false, true, true, false] [true, false, true, true, false, true, true, true]
--   [false, true, false, false, true, false, false, false] [false, true, true, false, true, false, false, true] }

-- ==
-- entry: pairs
-- input { [0u16, 65535u16, 65535u16, 0u16, 7u16, 100u16, 0u16, 37u16] [1u16, 1u16, 65535u16, 65535u16, 2u16, 65529u16, 3u16, 37u16] }
-- output { [0u16, 1u16, 65535u16, 0u16, 2u16, 100u16, 0u16, 37u16]
--   [1u16, 65535u16, 65535u16, 65535u16, 7u16, 65529u16, 3u16, 37u16]
--   [0u16, 1u16, 65535u16, 0u16, 2u16, 96u16, 0u16, 37u16]
--   [1u16, 65535u16, 65535u16, 65535u16, 7u16, 65533u16, 3u16, 37u16]
--   [1u16, 65534u16, 0u16, 65535u16, 5u16, 65437u16, 3u16, 0u16]
--   [0u16, 0u16, 65534u16, 0u16, 0u16, 99u16, 0u16, 0u16] }

-- ==
-- entry: mad_hi
-- input { [0u16, 65535u16, 65535u16, 0u16, 7u16, 100u16, 0u16, 37u16] [1u16, 1u16, 65535u16, 65535u16, 2u16, 65529u16, 3u16, 37u16] }
-- output { [5u16, 5u16, 3u16, 5u16, 5u16, 104u16, 5u16, 5u16] }

-- ==
-- entry: shifts
-- input { [0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 23130u16, 23130u16, 23130u16, 23130u16, 23130u16, 23130u16, 23130u16] [0u16, 1u16, 8u16, 15u16, 16u16, 17u16, 32u16, 0u16, 1u16, 8u16, 15u16, 16u16, 17u16, 32u16, 0u16, 1u16, 8u16, 15u16, 16u16, 17u16, 32u16] }
-- output {
--   [0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 65535u16, 65534u16, 65280u16, 32768u16, 0u16, 0u16, 0u16, 23130u16, 46260u16, 23040u16, 0u16, 0u16, 0u16, 0u16]
--   [0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 65535u16, 32767u16, 255u16, 1u16, 0u16, 0u16, 0u16, 23130u16, 11565u16, 90u16, 0u16, 0u16, 0u16, 0u16]
--   [0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 65535u16, 32767u16, 255u16, 1u16, 0u16, 0u16, 0u16, 23130u16, 11565u16, 90u16, 0u16, 0u16, 0u16, 0u16] }

-- ==
-- entry: singles
-- input { [0u16, 1u16, 65535u16, 0u16, 23120u16, 65535u16, 40u16] }
-- output { [0u16, 65535u16, 1u16, 0u16, 42416u16, 1u16, 65496u16]
--   [0u16, 1u16, 65535u16, 0u16, 23120u16, 65535u16, 40u16] [0u16, 1u16, 1u16, 0u16, 1u16, 1u16, 1u16]
--   [65535u16, 65534u16, 0u16, 65535u16, 42415u16, 0u16, 65495u16] [0i32, 1i32, 16i32, 0i32, 6i32, 16i32, 2i32]
--   [16i32, 15i32, 0i32, 16i32, 1i32, 0i32, 10i32] [16i32, 0i32, 0i32, 16i32, 4i32, 0i32, 3i32]
--   [0i64, 1i64, 65535i64, 0i64, 23120i64, 65535i64, 40i64] }

-- ==
-- entry: single_bits
-- input { [0u16, 1u16, 65535u16, 0u16, 23120u16, 65535u16, 40u16] }
-- output { [0i32, 1i32, 1i32, 0i32, 0i32, 1i32, 0i32] [0i32, 0i32, 1i32, 0i32, 0i32, 1i32, 0i32]
--   [32768u16, 32769u16, 65535u16, 32768u16, 55888u16, 65535u16, 32808u16]
--   [0u16, 1u16, 65533u16, 0u16, 23120u16, 65533u16, 40u16] }

-- ==
-- entry: folds
-- input { [65535u16, 3u16, 65535u16, 5u16] }
-- output { 6u16 15u16 65535u16 3u16 }
-- input { [65529u16, 11u16, 2u16] }
-- output { 6u16 65382u16 65529u16 2u16 }
-- input { empty([0]u16) }
-- output { 0u16 1u16 0u16 65535u16 }

-- ==
-- entry: constants
-- input {  }
-- output { 65535u16 0u16 16i32 }

entry arithmetic [n] (xs: [n]u16) (ys: [n]u16) =
  (map2 (u16.+) xs ys,
   map2 (u16.-) xs ys,
   map2 (u16.*) xs ys,
   map2 (u16./) xs ys,
   map2 (u16.%) xs ys,
   map2 (u16.//) xs ys,
   map2 (u16.%%) xs ys)

entry quotient (x: u16) (y: u16) = x u16.// y

entry remainder (x: u16) (y: u16) = x u16.% y

entry powers [n] (xs: [n]u16) (ys: [n]u16) = map2 (u16.**) xs ys

entry comparisons [n] (xs: [n]u16) (ys: [n]u16) =
  (map2 (u16.==) xs ys,
   map2 (u16.!=) xs ys,
   map2 (u16.<) xs ys,
   map2 (u16.<=) xs ys,
   map2 (u16.>) xs ys,
   map2 (u16.>=) xs ys)

entry pairs [n] (xs: [n]u16) (ys: [n]u16) =
  (map2 u16.min xs ys,
   map2 u16.max xs ys,
   map2 (u16.&) xs ys,
   map2 (u16.|) xs ys,
   map2 (u16.^) xs ys,
   map2 u16.mul_hi xs ys)

entry mad_hi [n] (xs: [n]u16) (ys: [n]u16) = map2 (\x y -> u16.mad_hi x y 5) xs ys

entry shifts [n] (xs: [n]u16) (ys: [n]u16) =
  (map2 (u16.<<) xs ys,
   map2 (u16.>>) xs ys,
   map2 (u16.>>>) xs ys)

entry singles (xs: []u16) =
  (map u16.neg xs,
   map u16.abs xs,
   map u16.sgn xs,
   map u16.not xs,
   map u16.popc xs,
   map u16.clz xs,
   map u16.ctz xs,
   map u16.to_i64 xs)

entry single_bits (xs: []u16) =
  (map (u16.get_bit 0) xs, map (u16.get_bit 15) xs, map (\x -> u16.set_bit 15 x 1) xs,
   map (\x -> u16.set_bit 1 x 0) xs)

entry folds (xs: []u16) = (u16.sum xs, u16.product xs, u16.maximum xs, u16.minimum xs)

entry constants = (u16.highest, u16.lowest, u16.num_bits)
