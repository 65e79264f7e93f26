-- Conversions from i8 to every other type: narrower ones wrap around, wider signed ones keep the sign, wider
-- unsigned ones fill with zeros, zero is false.
-- ==
-- entry: signed
-- input { 0i8 } output { 0i8 0i16 0i32 0i64 }
-- input { 1i8 } output { 1i8 1i16 1i32 1i64 }
-- input { 100i8 } output { 100i8 100i16 100i32 100i64 }
-- input { 127i8 } output { 127i8 127i16 127i32 127i64 }
-- input { -128i8 } output { -128i8 -128i16 -128i32 -128i64 }
-- input { -1i8 } output { -1i8 -1i16 -1i32 -1i64 }

-- ==
-- entry: unsigned
-- input { 0i8 } output { 0u8 0u16 0u32 0u64 }
-- input { 1i8 } output { 1u8 1u16 1u32 1u64 }
-- input { 100i8 } output { 100u8 100u16 100u32 100u64 }
-- input { 127i8 } output { 127u8 127u16 127u32 127u64 }
-- input { -128i8 } output { 128u8 128u16 128u32 128u64 }
-- input { -1i8 } output { 255u8 255u16 255u32 255u64 }

-- ==
-- entry: floats
-- input { 0i8 } output { 0.0f16 0.0f32 0.0f64 }
-- input { 1i8 } output { 1.0f16 1.0f32 1.0f64 }
-- input { 100i8 } output { 100.0f16 100.0f32 100.0f64 }
-- input { 127i8 } output { 127.0f16 127.0f32 127.0f64 }
-- input { -128i8 } output { -128.0f16 -128.0f32 -128.0f64 }
-- input { -1i8 } output { -1.0f16 -1.0f32 -1.0f64 }

-- ==
-- entry: boolean
-- input { 0i8 } output { false }
-- input { 1i8 } output { true }
-- input { 100i8 } output { true }
-- input { 127i8 } output { true }
-- input { -128i8 } output { true }
-- input { -1i8 } output { true }

entry signed (x: i8) : (i8, i16, i32, i64) = (i8.i8 x, i16.i8 x, i32.i8 x, i64.i8 x)
entry unsigned (x: i8) : (u8, u16, u32, u64) = (u8.i8 x, u16.i8 x, u32.i8 x, u64.i8 x)
entry floats (x: i8) : (f16, f32, f64) = (f16.i8 x, f32.i8 x, f64.i8 x)
entry boolean (x: i8) : bool = bool.i8 x
