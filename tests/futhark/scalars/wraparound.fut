-- Integers of every width wrap around on overflow, in both directions.
-- ==
-- entry: bytes
-- input { 250u8 10u8 } output { 4u8 240u8 196u8 246u8 }
-- input { 0u8 1u8 } output { 1u8 255u8 0u8 255u8 }
-- input { 255u8 255u8 } output { 254u8 0u8 1u8 1u8 }

-- ==
-- entry: signed_bytes
-- input { 127i8 1i8 } output { -128i8 126i8 127i8 -127i8 }
-- input { -128i8 -1i8 } output { 127i8 -127i8 -128i8 -128i8 }
-- input { 100i8 3i8 } output { 103i8 97i8 44i8 -100i8 }

-- ==
-- entry: shorts
-- input { 32767i16 65535u16 } output { -32768i16 0u16 -2i16 65534u16 }
-- input { -32768i16 0u16 } output { -32767i16 1u16 0i16 0u16 }

-- ==
-- entry: words
-- input { 2147483647i32 4294967295u32 } output { -2147483648i32 0u32 1i32 1u32 }
-- input { 65536i32 65536u32 } output { 65537i32 65537u32 0i32 0u32 }
-- input { -46341i32 46341u32 } output { -46340i32 46342u32 -2147479015i32 2147488281u32 }

-- ==
-- entry: longs
-- input { 9223372036854775807i64 18446744073709551615u64 } output { -9223372036854775808i64 0u64 1i64 1u64 }
-- input { -4294967296i64 4294967296u64 } output { -4294967295i64 4294967297u64 0i64 0u64 }

-- ==
-- entry: checksum
-- input { [200u8, 100u8, 50u8, 7u8] } output { 101u8 192u8 }
-- input { empty([0]u8) } output { 0u8 1u8 }
-- input { [255u8] } output { 255u8 255u8 }

entry bytes (a: u8) (b: u8) = (a + b, a - b, a * b, u8.neg b)
entry signed_bytes (a: i8) (b: i8) = (a + b, a - b, a * b, -a)
entry shorts (a: i16) (b: u16) = (a + 1, b + 1, a * 2, b * 2)
entry words (a: i32) (b: u32) = (a + 1, b + 1, a * a, b * b)
entry longs (a: i64) (b: u64) = (a + 1, b + 1, a * a, b * b)
entry checksum (xs: []u8) = (u8.sum xs, u8.product xs)
