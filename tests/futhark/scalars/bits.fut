-- The operators and functions on bits.
-- ==
-- entry: logic
-- input { 12 10 } output { 8 14 6 -13 }
-- input { -1 255 } output { 255 -1 -256 0 }

-- ==
-- entry: shifts
-- input { -16 2 } output { -64 -4 1073741820 }
-- input { 1 31 } output { -2147483648 0 0 }

-- ==
-- entry: narrow_shifts
-- input { 129u8 -127i8 1u8 } output { 2u8 64u8 -64i8 64i8 2i8 }

-- ==
-- entry: wide_shifts
-- input { 1i64 63i64 } output { -9223372036854775808i64 0i64 }
-- input { -1i64 60i64 } output { -1152921504606846976i64 -1i64 }

-- ==
-- entry: counts
-- input { 0u8 } output { 0 8 8 }
-- input { 40u8 } output { 2 2 3 }
-- input { 255u8 } output { 8 0 0 }

-- ==
-- entry: wide_counts
-- input { -1i64 0i16 1u32 } output { 64 0 0 0 16 16 1 31 0 }
-- input { -9223372036854775808i64 4096i16 2147483648u32 } output { 1 0 63 1 3 12 1 0 31 }

-- ==
-- entry: single_bits
-- input { 10u8 } output { 0 1 11u8 2u8 8 }

-- ==
-- entry: high_halves
-- input { 4000000000u32 -2000000000i32 } output { 3725290298u32 931322574i32 3725290299u32 }

-- ==
-- entry: reversed
-- input { [1u8, 3u8, 128u8, 77u8] } output { [128u8, 192u8, 1u8, 178u8] }
-- input { empty([0]u8) } output { empty([0]u8) }

entry logic (a: i32) (b: i32) = (a & b, a | b, a ^ b, i32.not a)
entry shifts (a: i32) (k: i32) = (a << k, a >> k, a i32.>>> k)
entry narrow_shifts (a: u8) (b: i8) (k: u8) =
  (a << k, a >> k, b >> i8.u8 k, b i8.>>> i8.u8 k, b << i8.u8 k)
entry wide_shifts (a: i64) (k: i64) = (a << k, a >> k)
entry counts (a: u8) = (u8.popc a, u8.clz a, u8.ctz a)
entry wide_counts (a: i64) (b: i16) (c: u32) =
  (i64.popc a, i64.clz a, i64.ctz a, i16.popc b, i16.clz b, i16.ctz b, u32.popc c, u32.clz c, u32.ctz c)
entry single_bits (a: u8) = (u8.get_bit 0 a, u8.get_bit 3 a, u8.set_bit 0 a 1, u8.set_bit 3 a 0, u8.num_bits)
entry high_halves (a: u32) (b: i32) = (u32.mul_hi a a, i32.mul_hi b b, u32.mad_hi a a 1)

def reverse_bits (x: u8) : u8 =
  let x = (x & 0xF0) >> 4 | (x & 0x0F) << 4
  let x = (x & 0xCC) >> 2 | (x & 0x33) << 2
  in (x & 0xAA) >> 1 | (x & 0x55) << 1

entry reversed (xs: []u8) = map reverse_bits xs
