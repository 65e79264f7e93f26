-- Counts of bits, leading and trailing zeros, single bits.
-- ==
-- entry: words
-- input { 0u32 } output { 0i32 32i32 32i32 }
-- input { 1u32 } output { 1i32 31i32 0i32 }
-- input { 0xf0u32 } output { 4i32 24i32 4i32 }
-- input { 0xffffffffu32 } output { 32i32 0i32 0i32 }

-- ==
-- entry: bytes
-- input { 0u8 } output { 0i32 8i32 8i32 }
-- input { 0x18u8 } output { 2i32 3i32 3i32 }

-- ==
-- entry: single
-- input { 5i32 } output { 1i32 0i32 1i32 7i32 4i32 }
-- input { -1i32 } output { 1i32 1i32 1i32 -1i32 -2i32 }

-- ==
-- entry: widths
-- input { } output { 8i32 16i32 32i32 64i32 }

entry words (x: u32) : (i32, i32, i32) = (u32.popc x, u32.clz x, u32.ctz x)
entry bytes (x: u8) : (i32, i32, i32) = (u8.popc x, u8.clz x, u8.ctz x)
entry single (x: i32) : (i32, i32, i32, i32, i32) =
  (i32.get_bit 0 x, i32.get_bit 1 x, i32.get_bit 2 x, i32.set_bit 1 x 1, i32.set_bit 0 x 0)
entry widths = (i8.num_bits, u16.num_bits, i32.num_bits, u64.num_bits)
