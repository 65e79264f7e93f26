-- Conversions from f16 to every other type: fractions are cut off, towards zero.
-- ==
-- entry: signed
-- input { 0f16 } output { 0i8 0i16 0i32 0i64 }
-- input { 1f16 } output { 1i8 1i16 1i32 1i64 }
-- input { -1f16 } output { -1i8 -1i16 -1i32 -1i64 }
-- input { 1.75f16 } output { 1i8 1i16 1i32 1i64 }
-- input { -1.75f16 } output { -1i8 -1i16 -1i32 -1i64 }
-- input { 100.5f16 } output { 100i8 100i16 100i32 100i64 }
-- input { -100.5f16 } output { -100i8 -100i16 -100i32 -100i64 }
-- input { 0.25f16 } output { 0i8 0i16 0i32 0i64 }
-- input { -0.25f16 } output { 0i8 0i16 0i32 0i64 }

-- ==
-- entry: unsigned
-- input { 0f16 } output { 0u8 0u16 0u32 0u64 }
-- input { 1f16 } output { 1u8 1u16 1u32 1u64 }
-- input { 1.75f16 } output { 1u8 1u16 1u32 1u64 }
-- input { 200.5f16 } output { 200u8 200u16 200u32 200u64 }
-- input { 0.25f16 } output { 0u8 0u16 0u32 0u64 }
-- input { -1f16 } output { 255u8 65535u16 4294967295u32 18446744073709551615u64 }
-- input { -1.75f16 } output { 255u8 65535u16 4294967295u32 18446744073709551615u64 }
-- input { 300f16 } output { 44u8 300u16 300u32 300u64 }
-- input { -300.5f16 } output { 212u8 65236u16 4294966996u32 18446744073709551316u64 }
-- input { 65504f16 } output { 224u8 65504u16 65504u32 65504u64 }
-- input { f16.inf } output { 0u8 0u16 0u32 0u64 }
-- input { f16.nan } output { 0u8 0u16 0u32 0u64 }

-- ==
-- entry: wide
-- input { 1000.5f16 } output { 1000i32 1000i64 }
-- input { -2047f16 } output { -2047i32 -2047i64 }

-- ==
-- entry: floats
-- input { 0f16 } output { 0.0f16 0.0f32 0.0f64 }
-- input { 1f16 } output { 1.0f16 1.0f32 1.0f64 }
-- input { -1f16 } output { -1.0f16 -1.0f32 -1.0f64 }
-- input { 1.75f16 } output { 1.75f16 1.75f32 1.75f64 }
-- input { -1.75f16 } output { -1.75f16 -1.75f32 -1.75f64 }
-- input { 100.5f16 } output { 100.5f16 100.5f32 100.5f64 }
-- input { -100.5f16 } output { -100.5f16 -100.5f32 -100.5f64 }
-- input { 0.25f16 } output { 0.25f16 0.25f32 0.25f64 }
-- input { -0.25f16 } output { -0.25f16 -0.25f32 -0.25f64 }
-- input { 1000.5f16 } output { 1000.5f16 1000.5f32 1000.5f64 }
-- input { f16.inf } output { f16.inf f32.inf f64.inf }
-- input { -f16.inf } output { -f16.inf -f32.inf -f64.inf }
-- input { f16.nan } output { f16.nan f32.nan f64.nan }

-- ==
-- entry: boolean
-- input { 0f16 } output { false }
-- input { 0.5f16 } output { true }
-- input { -3f16 } output { true }
-- input { -0f16 } output { false }

entry signed (x: f16) : (i8, i16, i32, i64) = (i8.f16 x, i16.f16 x, i32.f16 x, i64.f16 x)
entry unsigned (x: f16) : (u8, u16, u32, u64) = (u8.f16 x, u16.f16 x, u32.f16 x, u64.f16 x)
entry wide (x: f16) : (i32, i64) = (i32.f16 x, i64.f16 x)
entry floats (x: f16) : (f16, f32, f64) = (f16.f16 x, f32.f16 x, f64.f16 x)
entry boolean (x: f16) : bool = bool.f16 x
