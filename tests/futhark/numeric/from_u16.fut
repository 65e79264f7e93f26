-- Conversions from u16 to every other type: narrower ones wrap around, wider ones keep the sign, zero is false.
-- ==
-- entry: signed
-- input { 0u16 } output { 0i8 0i16 0i32 0i64 }
-- input { 1u16 } output { 1i8 1i16 1i32 1i64 }
-- input { 200u16 } output { -56i8 200i16 200i32 200i64 }
-- input { 65535u16 } output { -1i8 -1i16 65535i32 65535i64 }
-- input { 1000u16 } output { -24i8 1000i16 1000i32 1000i64 }

-- ==
-- entry: unsigned
-- input { 0u16 } output { 0u8 0u16 0u32 0u64 }
-- input { 1u16 } output { 1u8 1u16 1u32 1u64 }
-- input { 200u16 } output { 200u8 200u16 200u32 200u64 }
-- input { 65535u16 } output { 255u8 65535u16 65535u32 65535u64 }
-- input { 1000u16 } output { 232u8 1000u16 1000u32 1000u64 }

-- ==
-- entry: floats
-- input { 0u16 } output { 0.0f16 0.0f32 0.0f64 }
-- input { 1u16 } output { 1.0f16 1.0f32 1.0f64 }
-- input { 200u16 } output { 200.0f16 200.0f32 200.0f64 }
-- input { 65535u16 } output { f16.inf 65535.0f32 65535.0f64 }
-- input { 1000u16 } output { 1000.0f16 1000.0f32 1000.0f64 }

-- ==
-- entry: boolean
-- input { 0u16 } output { false }
-- input { 1u16 } output { true }
-- input { 200u16 } output { true }
-- input { 65535u16 } output { true }
-- input { 1000u16 } output { true }

entry signed (x: u16) : (i8, i16, i32, i64) = (i8.u16 x, i16.u16 x, i32.u16 x, i64.u16 x)
entry unsigned (x: u16) : (u8, u16, u32, u64) = (u8.u16 x, u16.u16 x, u32.u16 x, u64.u16 x)
entry floats (x: u16) : (f16, f32, f64) = (f16.u16 x, f32.u16 x, f64.u16 x)
entry boolean (x: u16) : bool = bool.u16 x
