-- Conversions from u8 to every other type: narrower ones wrap around, wider ones keep the sign, zero is false.
-- ==
-- entry: signed
-- input { 0u8 } output { 0i8 0i16 0i32 0i64 }
-- input { 1u8 } output { 1i8 1i16 1i32 1i64 }
-- input { 200u8 } output { -56i8 200i16 200i32 200i64 }
-- input { 255u8 } output { -1i8 255i16 255i32 255i64 }

-- ==
-- entry: unsigned
-- input { 0u8 } output { 0u8 0u16 0u32 0u64 }
-- input { 1u8 } output { 1u8 1u16 1u32 1u64 }
-- input { 200u8 } output { 200u8 200u16 200u32 200u64 }
-- input { 255u8 } output { 255u8 255u16 255u32 255u64 }

-- ==
-- entry: floats
-- input { 0u8 } output { 0.0f16 0.0f32 0.0f64 }
-- input { 1u8 } output { 1.0f16 1.0f32 1.0f64 }
-- input { 200u8 } output { 200.0f16 200.0f32 200.0f64 }
-- input { 255u8 } output { 255.0f16 255.0f32 255.0f64 }

-- ==
-- entry: boolean
-- input { 0u8 } output { false }
-- input { 1u8 } output { true }
-- input { 200u8 } output { true }
-- input { 255u8 } output { true }

entry signed (x: u8) : (i8, i16, i32, i64) = (i8.u8 x, i16.u8 x, i32.u8 x, i64.u8 x)
entry unsigned (x: u8) : (u8, u16, u32, u64) = (u8.u8 x, u16.u8 x, u32.u8 x, u64.u8 x)
entry floats (x: u8) : (f16, f32, f64) = (f16.u8 x, f32.u8 x, f64.u8 x)
entry boolean (x: u8) : bool = bool.u8 x
