-- Conversions from i16 to every other type: narrower ones wrap around, wider signed ones keep the sign, wider
-- unsigned ones fill with zeros, zero is false.
-- ==
-- entry: signed
-- input { 0i16 } output { 0i8 0i16 0i32 0i64 }
-- input { 1i16 } output { 1i8 1i16 1i32 1i64 }
-- input { 100i16 } output { 100i8 100i16 100i32 100i64 }
-- input { 32767i16 } output { -1i8 32767i16 32767i32 32767i64 }
-- input { -32768i16 } output { 0i8 -32768i16 -32768i32 -32768i64 }
-- input { -1i16 } output { -1i8 -1i16 -1i32 -1i64 }
-- input { 1000i16 } output { -24i8 1000i16 1000i32 1000i64 }

-- ==
-- entry: unsigned
-- input { 0i16 } output { 0u8 0u16 0u32 0u64 }
-- input { 1i16 } output { 1u8 1u16 1u32 1u64 }
-- input { 100i16 } output { 100u8 100u16 100u32 100u64 }
-- input { 32767i16 } output { 255u8 32767u16 32767u32 32767u64 }
-- input { -32768i16 } output { 0u8 32768u16 32768u32 32768u64 }
-- input { -1i16 } output { 255u8 65535u16 65535u32 65535u64 }
-- input { 1000i16 } output { 232u8 1000u16 1000u32 1000u64 }

-- ==
-- entry: floats
-- input { 0i16 } output { 0.0f16 0.0f32 0.0f64 }
-- input { 1i16 } output { 1.0f16 1.0f32 1.0f64 }
-- input { 100i16 } output { 100.0f16 100.0f32 100.0f64 }
-- input { 32767i16 } output { 32768.0f16 32767.0f32 32767.0f64 }
-- input { -32768i16 } output { -32768.0f16 -32768.0f32 -32768.0f64 }
-- input { -1i16 } output { -1.0f16 -1.0f32 -1.0f64 }
-- input { 1000i16 } output { 1000.0f16 1000.0f32 1000.0f64 }

-- ==
-- entry: boolean
-- input { 0i16 } output { false }
-- input { 1i16 } output { true }
-- input { 100i16 } output { true }
-- input { 32767i16 } output { true }
-- input { -32768i16 } output { true }
-- input { -1i16 } output { true }
-- input { 1000i16 } output { true }

entry signed (x: i16) : (i8, i16, i32, i64) = (i8.i16 x, i16.i16 x, i32.i16 x, i64.i16 x)
entry unsigned (x: i16) : (u8, u16, u32, u64) = (u8.i16 x, u16.i16 x, u32.i16 x, u64.i16 x)
entry floats (x: i16) : (f16, f32, f64) = (f16.i16 x, f32.i16 x, f64.i16 x)
entry boolean (x: i16) : bool = bool.i16 x
