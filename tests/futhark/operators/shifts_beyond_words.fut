-- Bit tricks that combine shifts with arithmetic: fields of words, rotations, and a parity.
-- ==
-- entry: fields
-- input { 0x12345678u32 } output { 0x12u32 0x34u32 0x56u32 0x78u32 }
-- input { 0xffffffffu32 } output { 0xffu32 0xffu32 0xffu32 0xffu32 }

-- ==
-- entry: rotated
-- input { 0x80000001u32 } output { 3u32 0xc0000000u32 }
-- input { 0u32 } output { 0u32 0u32 }

-- ==
-- entry: parity
-- input { 7u64 } output { 1u64 }
-- input { 0xf0f0u64 } output { 0u64 }
-- input { 0x8000000000000000u64 } output { 1u64 }

entry fields (x: u32) : (u32, u32, u32, u32) = (x >> 24, x >> 16 & 0xff, x >> 8 & 0xff, x & 0xff)
entry rotated (x: u32) : (u32, u32) = (x << 1 | x >> 31, x >> 1 | x << 31)
entry parity (x: u64) : u64 = (loop y = x for k in [32, 16, 8, 4, 2, 1u64] do y ^ y >> k) & 1
