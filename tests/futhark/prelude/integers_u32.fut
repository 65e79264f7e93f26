-- The module u32: every operation at the edges of the type.
-- ==
-- entry: arithmetic
-- input { [0u32, 4294967295u32, 4294967295u32, 0u32, 7u32, 100u32, 0u32, 37u32] [1u32, 1u32, 4294967295u32, 4294967295u32, 2u32, 4294967289u32, 3u32, 37u32] }
-- output { [1u32, 0u32, 4294967294u32, 4294967295u32, 9u32, 93u32, 3u32, 74u32]
--   [4294967295u32, 4294967294u32, 0u32, 1u32, 5u32, 107u32, 4294967293u32, 0u32]
--   [0u32, 4294967295u32, 1u32, 0u32, 14u32, 4294966596u32, 0u32, 1369u32]
--   [0u32, 4294967295u32, 1u32, 0u32, 3u32, 0u32, 0u32, 1u32] [0u32, 0u32, 0u32, 0u32, 1u32, 100u32, 0u32, 0u32]
--   [0u32, 4294967295u32, 1u32, 0u32, 3u32, 0u32, 0u32, 1u32] [0u32, 0u32, 0u32, 0u32, 1u32, 100u32, 0u32, 0u32] }
-- input { empty([0]u32) empty([0]u32) }
-- output { empty([0]u32) empty([0]u32) empty([0]u32) empty([0]u32) empty([0]u32) empty([0]u32) empty([0]u32) }

-- ==
-- entry: quotient
-- input { 9u32 2u32 }
-- output { 4u32 }
-- input { 9u32 0u32 }
-- error: ivision by zero

-- ==
-- entry: remainder
-- input { 9u32 2u32 }
-- output { 1u32 }
-- input { 0u32 0u32 }
-- error: ivision by zero

-- ==
-- entry: powers
-- input { [2u32, 0u32, 2u32, 2u32, 3u32, 4294967295u32, 1u32, 7u32] [0u32, 0u32, 31u32, 32u32, 127u32, 2u32, 100u32, 2u32] }
-- output { [1u32, 1u32, 2147483648u32, 0u32, 2206345387u32, 1u32, 1u32, 49u32] }

-- ==
-- entry: comparisons
-- input { [0u32, 4294967295u32, 4294967295u32, 0u32, 7u32, 100u32, 0u32, 37u32] [1u32, 1u32, 4294967295u32, 4294967295u32, 2u32, 4294967289u32, 3u32, 37u32] }
-- output { [false, false, true, false, false, false, false, true] [true, true, false, true, true, true, true, false]
--   [true, false, false, true, false, true, true, false] [true, false, true, true, false, true, true, true]
--   [false, true, false, false, true, false, false, false] [false, true, true, false, true, false, false, true] }

-- ==
-- entry: pairs
-- input { [0u32, 4294967295u32, 4294967295u32, 0u32, 7u32, 100u32, 0u32, 37u32] [1u32, 1u32, 4294967295u32, 4294967295u32, 2u32, 4294967289u32, 3u32, 37u32] }
-- output { [0u32, 1u32, 4294967295u32, 0u32, 2u32, 100u32, 0u32, 37u32]
--   [1u32, 4294967295u32, 4294967295u32, 4294967295u32, 7u32, 4294967289u32, 3u32, 37u32]
--   [0u32, 1u32, 4294967295u32, 0u32, 2u32, 96u32, 0u32, 37u32]
--   [1u32, 4294967295u32, 4294967295u32, 4294967295u32, 7u32, 4294967293u32, 3u32, 37u32]
--   [1u32, 4294967294u32, 0u32, 4294967295u32, 5u32, 4294967197u32, 3u32, 0u32]
--   [0u32, 0u32, 4294967294u32, 0u32, 0u32, 99u32, 0u32, 0u32] }

-- ==
-- entry: mad_hi
-- input { [0u32, 4294967295u32, 4294967295u32, 0u32, 7u32, 100u32, 0u32, 37u32] [1u32, 1u32, 4294967295u32, 4294967295u32, 2u32, 4294967289u32, 3u32, 37u32] }
-- output { [5u32, 5u32, 3u32, 5u32, 5u32, 104u32, 5u32, 5u32] }

-- ==
-- entry: shifts
-- input { [0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 4294967295u32, 1515870810u32, 1515870810u32, 1515870810u32, 1515870810u32, 1515870810u32, 1515870810u32, 1515870810u32] [0u32, 1u32, 16u32, 31u32, 32u32, 33u32, 64u32, 0u32, 1u32, 16u32, 31u32, 32u32, 33u32, 64u32, 0u32, 1u32, 16u32, 31u32, 32u32, 33u32, 64u32] }
-- output {
--   [0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 4294967295u32, 4294967294u32, 4294901760u32, 2147483648u32, 0u32, 0u32, 0u32, 1515870810u32, 3031741620u32, 1515847680u32, 0u32, 0u32, 0u32, 0u32]
--   [0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 4294967295u32, 2147483647u32, 65535u32, 1u32, 0u32, 0u32, 0u32, 1515870810u32, 757935405u32, 23130u32, 0u32, 0u32, 0u32, 0u32]
--   [0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 4294967295u32, 2147483647u32, 65535u32, 1u32, 0u32, 0u32, 0u32, 1515870810u32, 757935405u32, 23130u32, 0u32, 0u32, 0u32, 0u32] }

-- ==
-- entry: singles
-- input { [0u32, 1u32, 4294967295u32, 0u32, 1515870800u32, 4294967295u32, 40u32] }
-- output { [0u32, 4294967295u32, 1u32, 0u32, 2779096496u32, 1u32, 4294967256u32]
--   [0u32, 1u32, 4294967295u32, 0u32, 1515870800u32, 4294967295u32, 40u32] [0u32, 1u32, 1u32, 0u32, 1u32, 1u32, 1u32]
--   [4294967295u32, 4294967294u32, 0u32, 4294967295u32, 2779096495u32, 0u32, 4294967255u32]
--   [0i32, 1i32, 32i32, 0i32, 14i32, 32i32, 2i32] [32i32, 31i32, 0i32, 32i32, 1i32, 0i32, 26i32]
--   [32i32, 0i32, 0i32, 32i32, 4i32, 0i32, 3i32]
--   [0i64, 1i64, 4294967295i64, 0i64, 1515870800i64, 4294967295i64, 40i64] }

-- ==
-- entry: single_bits
-- input { [0u32, 1u32, 4294967295u32, 0u32, 1515870800u32, 4294967295u32, 40u32] }
-- output { [0i32, 1i32, 1i32, 0i32, 0i32, 1i32, 0i32] [0i32, 0i32, 1i32, 0i32, 0i32, 1i32, 0i32]
--   [2147483648u32, 2147483649u32, 4294967295u32, 2147483648u32, 3663354448u32, 4294967295u32, 2147483688u32]
--   [0u32, 1u32, 4294967293u32, 0u32, 1515870800u32, 4294967293u32, 40u32] }

-- ==
-- entry: folds
-- input { [4294967295u32, 3u32, 4294967295u32, 5u32] }
-- output { 6u32 15u32 4294967295u32 3u32 }
-- input { [4294967289u32, 11u32, 2u32] }
-- output { 6u32 4294967142u32 4294967289u32 2u32 }
-- input { empty([0]u32) }
-- output { 0u32 1u32 0u32 4294967295u32 }

-- ==
-- entry: constants
-- input {  }
-- output { 4294967295u32 0u32 32i32 }

entry arithmetic [n] (xs: [n]u32) (ys: [n]u32) =
  (map2 (u32.+) xs ys,
   map2 (u32.-) xs ys,
   map2 (u32.*) xs ys,
   map2 (u32./) xs ys,
   map2 (u32.%) xs ys,
   map2 (u32.//) xs ys,
   map2 (u32.%%) xs ys)

entry quotient (x: u32) (y: u32) = x u32.// y

entry remainder (x: u32) (y: u32) = x u32.% y

entry powers [n] (xs: [n]u32) (ys: [n]u32) = map2 (u32.**) xs ys

entry comparisons [n] (xs: [n]u32) (ys: [n]u32) =
  (map2 (u32.==) xs ys,
   map2 (u32.!=) xs ys,
   map2 (u32.<) xs ys,
   map2 (u32.<=) xs ys,
   map2 (u32.>) xs ys,
   map2 (u32.>=) xs ys)

entry pairs [n] (xs: [n]u32) (ys: [n]u32) =
  (map2 u32.min xs ys,
   map2 u32.max xs ys,
   map2 (u32.&) xs ys,
   map2 (u32.|) xs ys,
   map2 (u32.^) xs ys,
   map2 u32.mul_hi xs ys)

entry mad_hi [n] (xs: [n]u32) (ys: [n]u32) = map2 (\x y -> u32.mad_hi x y 5) xs ys

entry shifts [n] (xs: [n]u32) (ys: [n]u32) =
  (map2 (u32.<<) xs ys,
   map2 (u32.>>) xs ys,
   map2 (u32.>>>) xs ys)

entry singles (xs: []u32) =
  (map u32.neg xs,
   map u32.abs xs,
   map u32.sgn xs,
   map u32.not xs,
   map u32.popc xs,
   map u32.clz xs,
   map u32.ctz xs,
   map u32.to_i64 xs)

entry single_bits (xs: []u32) =
  (map (u32.get_bit 0) xs, map (u32.get_bit 31) xs, map (\x -> u32.set_bit 31 x 1) xs,
   map (\x -> u32.set_bit 1 x 0) xs)

entry folds (xs: []u32) = (u32.sum xs, u32.product xs, u32.maximum xs, u32.minimum xs)

entry constants = (u32.highest, u32.lowest, u32.num_bits)
