-- Conversions from f64 to every other type: fractions are cut off, towards zero.
-- ==
-- entry: signed
-- input { 0f64 } output { 0i8 0i16 0i32 0i64 }
-- input { 1f64 } output { 1i8 1i16 1i32 1i64 }
-- input { -1f64 } output { -1i8 -1i16 -1i32 -1i64 }
-- input { 1.75f64 } output { 1i8 1i16 1i32 1i64 }
-- input { -1.75f64 } output { -1i8 -1i16 -1i32 -1i64 }
-- input { 100.5f64 } output { 100i8 100i16 100i32 100i64 }
-- input { -100.5f64 } output { -100i8 -100i16 -100i32 -100i64 }
-- input { 0.25f64 } output { 0i8 0i16 0i32 0i64 }
-- input { -0.25f64 } output { 0i8 0i16 0i32 0i64 }

-- ==
-- entry: unsigned
-- input { 0f64 } output { 0u8 0u16 0u32 0u64 }
-- input { 1f64 } output { 1u8 1u16 1u32 1u64 }
-- input { 1.75f64 } output { 1u8 1u16 1u32 1u64 }
-- input { 200.5f64 } output { 200u8 200u16 200u32 200u64 }
-- input { 0.25f64 } output { 0u8 0u16 0u32 0u64 }
-- input { -1f64 } output { 255u8 65535u16 4294967295u32 18446744073709551615u64 }
-- input { -3.5f64 } output { 253u8 65533u16 4294967293u32 18446744073709551613u64 }
-- input { 300f64 } output { 44u8 300u16 300u32 300u64 }
-- input { -70000f64 } output { 144u8 61072u16 4294897296u32 18446744073709481616u64 }
-- input { 5e9f64 } output { 0u8 61952u16 705032704u32 5000000000u64 }
-- input { -5e9f64 } output { 0u8 3584u16 3589934592u32 18446744068709551616u64 }
-- input { 9223372036854775808f64 } output { 0u8 0u16 0u32 9223372036854775808u64 }
-- input { -1e19f64 } output { 0u8 0u16 1981284352u32 8446744073709551616u64 }
-- input { 18446744073709555712f64 } output { 0u8 4096u16 4096u32 4096u64 }
-- input { -2e19f64 } output { 0u8 0u16 3962568704u32 16893488147419103232u64 }
-- input { 1e30f64 } output { 0u8 0u16 0u32 5076964154930102272u64 }
-- input { f64.inf } output { 0u8 0u16 0u32 0u64 }
-- input { f64.nan } output { 0u8 0u16 0u32 0u64 }

-- ==
-- entry: wide
-- input { 1000000000.5f64 } output { 1000000000i32 1000000000i64 }
-- input { -1000000000.75f64 } output { -1000000000i32 -1000000000i64 }

-- ==
-- entry: floats
-- input { 0f64 } output { 0.0f16 0.0f32 0.0f64 }
-- input { 1f64 } output { 1.0f16 1.0f32 1.0f64 }
-- input { -1f64 } output { -1.0f16 -1.0f32 -1.0f64 }
-- input { 1.75f64 } output { 1.75f16 1.75f32 1.75f64 }
-- input { -1.75f64 } output { -1.75f16 -1.75f32 -1.75f64 }
-- input { 100.5f64 } output { 100.5f16 100.5f32 100.5f64 }
-- input { -100.5f64 } output { -100.5f16 -100.5f32 -100.5f64 }
-- input { 0.25f64 } output { 0.25f16 0.25f32 0.25f64 }
-- input { -0.25f64 } output { -0.25f16 -0.25f32 -0.25f64 }
-- input { 1000.5f64 } output { 1000.5f16 1000.5f32 1000.5f64 }
-- input { f64.inf } output { f16.inf f32.inf f64.inf }
-- input { -f64.inf } output { -f16.inf -f32.inf -f64.inf }
-- input { f64.nan } output { f16.nan f32.nan f64.nan }
-- input { 100000f64 } output { f16.inf 100000f32 100000f64 }

-- ==
-- entry: boolean
-- input { 0f64 } output { false }
-- input { 0.5f64 } output { true }
-- input { -3f64 } output { true }
-- input { -0f64 } output { false }

entry signed (x: f64) : (i8, i16, i32, i64) = (i8.f64 x, i16.f64 x, i32.f64 x, i64.f64 x)
entry unsigned (x: f64) : (u8, u16, u32, u64) = (u8.f64 x, u16.f64 x, u32.f64 x, u64.f64 x)
entry wide (x: f64) : (i32, i64) = (i32.f64 x, i64.f64 x)
entry floats (x: f64) : (f16, f32, f64) = (f16.f64 x, f32.f64 x, f64.f64 x)
entry boolean (x: f64) : bool = bool.f64 x
