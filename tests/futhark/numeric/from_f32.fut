-- Conversions from f32 to every other type: fractions are cut off, towards zero.
-- ==
-- entry: signed
-- input { 0f32 } output { 0i8 0i16 0i32 0i64 }
-- input { 1f32 } output { 1i8 1i16 1i32 1i64 }
-- input { -1f32 } output { -1i8 -1i16 -1i32 -1i64 }
-- input { 1.75f32 } output { 1i8 1i16 1i32 1i64 }
-- input { -1.75f32 } output { -1i8 -1i16 -1i32 -1i64 }
-- input { 100.5f32 } output { 100i8 100i16 100i32 100i64 }
-- input { -100.5f32 } output { -100i8 -100i16 -100i32 -100i64 }
-- input { 0.25f32 } output { 0i8 0i16 0i32 0i64 }
-- input { -0.25f32 } output { 0i8 0i16 0i32 0i64 }

-- ==
-- entry: unsigned
-- input { 0f32 } output { 0u8 0u16 0u32 0u64 }
-- input { 1f32 } output { 1u8 1u16 1u32 1u64 }
-- input { 1.75f32 } output { 1u8 1u16 1u32 1u64 }
-- input { 200.5f32 } output { 200u8 200u16 200u32 200u64 }
-- input { 0.25f32 } output { 0u8 0u16 0u32 0u64 }
-- input { -1f32 } output { 255u8 65535u16 4294967295u32 18446744073709551615u64 }
-- input { -3.5f32 } output { 253u8 65533u16 4294967293u32 18446744073709551613u64 }
-- input { 300f32 } output { 44u8 300u16 300u32 300u64 }
-- input { -70000f32 } output { 144u8 61072u16 4294897296u32 18446744073709481616u64 }
-- input { 5e9f32 } output { 0u8 61952u16 705032704u32 5000000000u64 }
-- input { -5e9f32 } output { 0u8 3584u16 3589934592u32 18446744068709551616u64 }
-- input { 1e19f32 } output { 0u8 0u16 0u32 9999999980506447872u64 }
-- input { -2e19f32 } output { 0u8 0u16 0u32 16893488186406207488u64 }
-- input { 1e30f32 } output { 0u8 0u16 0u32 0u64 }
-- input { -f32.inf } output { 0u8 0u16 0u32 0u64 }
-- input { f32.nan } output { 0u8 0u16 0u32 0u64 }

-- ==
-- entry: wide
-- input { 65536f32 } output { 65536i32 65536i64 }
-- input { -8388607.5f32 } output { -8388607i32 -8388607i64 }

-- ==
-- entry: floats
-- input { 0f32 } output { 0.0f16 0.0f32 0.0f64 }
-- input { 1f32 } output { 1.0f16 1.0f32 1.0f64 }
-- input { -1f32 } output { -1.0f16 -1.0f32 -1.0f64 }
-- input { 1.75f32 } output { 1.75f16 1.75f32 1.75f64 }
-- input { -1.75f32 } output { -1.75f16 -1.75f32 -1.75f64 }
-- input { 100.5f32 } output { 100.5f16 100.5f32 100.5f64 }
-- input { -100.5f32 } output { -100.5f16 -100.5f32 -100.5f64 }
-- input { 0.25f32 } output { 0.25f16 0.25f32 0.25f64 }
-- input { -0.25f32 } output { -0.25f16 -0.25f32 -0.25f64 }
-- input { 1000.5f32 } output { 1000.5f16 1000.5f32 1000.5f64 }
-- input { f32.inf } output { f16.inf f32.inf f64.inf }
-- input { -f32.inf } output { -f16.inf -f32.inf -f64.inf }
-- input { f32.nan } output { f16.nan f32.nan f64.nan }
-- input { 100000f32 } output { f16.inf 100000f32 100000f64 }

-- ==
-- entry: boolean
-- input { 0f32 } output { false }
-- input { 0.5f32 } output { true }
-- input { -3f32 } output { true }
-- input { -0f32 } output { false }

entry signed (x: f32) : (i8, i16, i32, i64) = (i8.f32 x, i16.f32 x, i32.f32 x, i64.f32 x)
entry unsigned (x: f32) : (u8, u16, u32, u64) = (u8.f32 x, u16.f32 x, u32.f32 x, u64.f32 x)
entry wide (x: f32) : (i32, i64) = (i32.f32 x, i64.f32 x)
entry floats (x: f32) : (f16, f32, f64) = (f16.f32 x, f32.f32 x, f64.f32 x)
entry boolean (x: f32) : bool = bool.f32 x
