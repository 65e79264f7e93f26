-- Hexadecimal literals of every width, in both letter cases, with separators, up to the largest value.
-- ==
-- entry: signed
-- input { } output { 127i8 -128i8 32767i16 2147483647 9223372036854775807i64 }

-- ==
-- entry: unsigned
-- input { } output { 255u8 65535u16 4294967295u32 18446744073709551615u64 }

-- ==
-- entry: letters
-- input { 0xabi32 } output { 342i32 171i32 171i32 }
-- input { 0 } output { 171i32 0i32 171i32 }

entry signed = (0x7Fi8, -0x80i8, 0x7f_ffi16, 0x7FFF_FFFF, 0x7fff_ffff_ffff_ffffi64)
entry unsigned = (0xffu8, 0xFFFFu16, 0xffff_ffffu32, 0xFFFF_FFFF_FFFF_FFFFu64)
entry letters (x: i32) : (i32, i32, i32) = (x + 0xAB, x & 0Xab, x | 0xaB)
