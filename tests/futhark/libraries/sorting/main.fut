-- Sorts as parametric modules over orders, which are made of orders: radix, merging, bitonic; stable sorts by a key.
-- ==
-- entry: three
-- input { [-975i32, -39i32, -770i32, 564i32, -196i32, -712i32, 400i32, -912i32, -716i32, 946i32, -770i32, 96i32, -526i32, 457i32, 551i32, -715i32, -699i32, 516i32, -933i32, 356i32, -876i32, -721i32, -527i32, 97i32, 499i32, -84i32, 77i32, -156i32, -581i32, 214i32, -810i32, -759i32, -959i32, 577i32, 924i32, 817i32, -175i32] }
-- output { [-975i32, -959i32, -933i32, -912i32, -876i32, -810i32, -770i32, -770i32, -759i32, -721i32, -716i32, -715i32, -712i32, -699i32, -581i32, -527i32, -526i32, -196i32, -175i32, -156i32, -84i32, -39i32, 77i32, 96i32, 97i32, 214i32, 356i32, 400i32, 457i32, 499i32, 516i32, 551i32, 564i32, 577i32, 817i32, 924i32, 946i32] [-975i32, -959i32, -933i32, -912i32, -876i32, -810i32, -770i32, -770i32, -759i32, -721i32, -716i32, -715i32, -712i32, -699i32, -581i32, -527i32, -526i32, -196i32, -175i32, -156i32, -84i32, -39i32, 77i32, 96i32, 97i32, 214i32, 356i32, 400i32, 457i32, 499i32, 516i32, 551i32, 564i32, 577i32, 817i32, 924i32, 946i32] [-975i32, -959i32, -933i32, -912i32, -876i32, -810i32, -770i32, -770i32, -759i32, -721i32, -716i32, -715i32, -712i32, -699i32, -581i32, -527i32, -526i32, -196i32, -175i32, -156i32, -84i32, -39i32, 77i32, 96i32, 97i32, 214i32, 356i32, 400i32, 457i32, 499i32, 516i32, 551i32, 564i32, 577i32, 817i32, 924i32, 946i32] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }
-- input { [5i32] } output { [5i32] [5i32] [5i32] }
-- input { [2i32,1,1] } output { [1i32,1,2] [1i32,1,2] [1i32,1,2] }

-- ==
-- entry: real
-- input { [-1.584667623154996f32, -2.9407231263585834f32, -1.0806034233499529f32, 0.9685667570764451f32, -2.534366755907813f32, 2.239743785331102f32, -0.836622298888793f32, 1.6272372415200964f32, -4.399470243324112f32, -0.5f32, 0.0f32, f32.inf, -1e-05f32] }
-- output { [-4.399470243324112f32, -2.9407231263585834f32, -2.534366755907813f32, -1.584667623154996f32, -1.0806034233499529f32, -0.836622298888793f32, -0.5f32, -1e-05f32, 0.0f32, 0.9685667570764451f32, 1.6272372415200964f32, 2.239743785331102f32, f32.inf] }

-- ==
-- entry: bytes
-- input { [255u8,0,128,127,7] } output { [0u8,7,127,128,255] }

-- ==
-- entry: both
-- input { [0i32, 2i32, 1i32, 3i32, 0i32, 1i32, 3i32, 1i32, 1i32, 0i32, 2i32, 2i32, 3i32, 1i32, 2i32] [1u8, 1u8, 1u8, 0u8, 3u8, 1u8, 2u8, 2u8, 3u8, 2u8, 2u8, 3u8, 2u8, 0u8, 1u8] }
-- output { [3i32, 3i32, 3i32, 2i32, 2i32, 2i32, 2i32, 1i32, 1i32, 1i32, 1i32, 1i32, 0i32, 0i32, 0i32] [0u8, 2u8, 2u8, 1u8, 1u8, 2u8, 3u8, 0u8, 1u8, 1u8, 2u8, 3u8, 1u8, 2u8, 3u8] }

-- ==
-- entry: stable
-- input { [3u8,1,3,0,1,200] } output { [3i64,1,4,0,2,5] }

import "order"
import "sorting"

module by_radix = radix_sort (signed_bits i32)
module by_merging = merge_sort i32_order
module by_bitonic = bitonic_sort (descending i32_order)
module floats = radix_sort (float_bits f32)
module unsigned = radix_sort { open u8 def num_bits = u8.num_bits }
module pairs = merge_sort (pair_order (descending i32_order) u8_order)

entry three [n] (xs: [n]i32) : ([n]i32, [n]i32, [n]i32) =
  (by_radix.sort xs, by_merging.sort xs, reverse (by_bitonic.sort xs))

entry real [n] (xs: [n]f32) : [n]f32 = floats.sort xs
entry bytes [n] (xs: [n]u8) : [n]u8 = unsigned.sort xs

entry both [n] (xs: [n]i32) (ys: [n]u8) : ([n]i32, [n]u8) = unzip (pairs.sort (zip xs ys))

entry stable [n] (keys: [n]u8) : [n]i64 =
  zip keys (iota n)
  |> radix_sort_by_key u8.num_bits u8.get_bit (\(k, _) -> k)
  |> map (.1)
