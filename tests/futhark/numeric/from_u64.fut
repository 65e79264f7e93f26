-- Conversions from u64 to every other type: narrower ones wrap around, wider ones keep the sign, zero is false.
-- ==
-- entry: signed
-- input { 0u64 } output { 0i8 0i16 0i32 0i64 }
-- input { 1u64 } output { 1i8 1i16 1i32 1i64 }
-- input { 200u64 } output { -56i8 200i16 200i32 200i64 }
-- input { 18446744073709551615u64 } output { -1i8 -1i16 -1i32 -1i64 }
-- input { 1000u64 } output { -24i8 1000i16 1000i32 1000i64 }
-- input { 70000u64 } output { 112i8 4464i16 70000i32 70000i64 }

-- ==
-- entry: unsigned
-- input { 0u64 } output { 0u8 0u16 0u32 0u64 }
-- input { 1u64 } output { 1u8 1u16 1u32 1u64 }
-- input { 200u64 } output { 200u8 200u16 200u32 200u64 }
-- input { 18446744073709551615u64 } output { 255u8 65535u16 4294967295u32 18446744073709551615u64 }
-- input { 1000u64 } output { 232u8 1000u16 1000u32 1000u64 }
-- input { 70000u64 } output { 112u8 4464u16 70000u32 70000u64 }

-- ==
-- entry: floats
-- input { 0u64 } output { 0.0f16 0.0f32 0.0f64 }
-- input { 1u64 } output { 1.0f16 1.0f32 1.0f64 }
-- input { 200u64 } output { 200.0f16 200.0f32 200.0f64 }
-- input { 18446744073709551615u64 } output { f16.inf 1.8446744073709552e+19f32 1.8446744073709552e+19f64 }
-- input { 1000u64 } output { 1000.0f16 1000.0f32 1000.0f64 }
-- input { 70000u64 } output { f16.inf 70000.0f32 70000.0f64 }

-- ==
-- entry: boolean
-- input { 0u64 } output { false }
-- input { 1u64 } output { true }
-- input { 200u64 } output { true }
-- input { 18446744073709551615u64 } output { true }
-- input { 1000u64 } output { true }
-- input { 70000u64 } output { true }

entry signed (x: u64) : (i8, i16, i32, i64) = (i8.u64 x, i16.u64 x, i32.u64 x, i64.u64 x)
entry unsigned (x: u64) : (u8, u16, u32, u64) = (u8.u64 x, u16.u64 x, u32.u64 x, u64.u64 x)
entry floats (x: u64) : (f16, f32, f64) = (f16.u64 x, f32.u64 x, f64.u64 x)
entry boolean (x: u64) : bool = bool.u64 x
