-- Conversions from i64 to every other type: narrower ones wrap around, wider signed ones keep the sign, wider
-- unsigned ones fill with zeros, zero is false.
-- ==
-- entry: signed
-- input { 0i64 } output { 0i8 0i16 0i32 0i64 }
-- input { 1i64 } output { 1i8 1i16 1i32 1i64 }
-- input { 100i64 } output { 100i8 100i16 100i32 100i64 }
-- input { 9223372036854775807i64 } output { -1i8 -1i16 -1i32 9223372036854775807i64 }
-- input { -9223372036854775808i64 } output { 0i8 0i16 0i32 -9223372036854775808i64 }
-- input { -1i64 } output { -1i8 -1i16 -1i32 -1i64 }
-- input { 1000i64 } output { -24i8 1000i16 1000i32 1000i64 }
-- input { -70000i64 } output { -112i8 -4464i16 -70000i32 -70000i64 }

-- ==
-- entry: unsigned
-- input { 0i64 } output { 0u8 0u16 0u32 0u64 }
-- input { 1i64 } output { 1u8 1u16 1u32 1u64 }
-- input { 100i64 } output { 100u8 100u16 100u32 100u64 }
-- input { 9223372036854775807i64 } output { 255u8 65535u16 4294967295u32 9223372036854775807u64 }
-- input { -9223372036854775808i64 } output { 0u8 0u16 0u32 9223372036854775808u64 }
-- input { -1i64 } output { 255u8 65535u16 4294967295u32 18446744073709551615u64 }
-- input { 1000i64 } output { 232u8 1000u16 1000u32 1000u64 }
-- input { -70000i64 } output { 144u8 61072u16 4294897296u32 18446744073709481616u64 }

-- ==
-- entry: floats
-- input { 0i64 } output { 0.0f16 0.0f32 0.0f64 }
-- input { 1i64 } output { 1.0f16 1.0f32 1.0f64 }
-- input { 100i64 } output { 100.0f16 100.0f32 100.0f64 }
-- input { 9223372036854775807i64 } output { f16.inf 9.223372036854776e+18f32 9.223372036854776e+18f64 }
-- input { -9223372036854775808i64 } output { -f16.inf -9.223372036854776e+18f32 -9.223372036854776e+18f64 }
-- input { -1i64 } output { -1.0f16 -1.0f32 -1.0f64 }
-- input { 1000i64 } output { 1000.0f16 1000.0f32 1000.0f64 }
-- input { -70000i64 } output { -f16.inf -70000.0f32 -70000.0f64 }

-- ==
-- entry: boolean
-- input { 0i64 } output { false }
-- input { 1i64 } output { true }
-- input { 100i64 } output { true }
-- input { 9223372036854775807i64 } output { true }
-- input { -9223372036854775808i64 } output { true }
-- input { -1i64 } output { true }
-- input { 1000i64 } output { true }
-- input { -70000i64 } output { true }

entry signed (x: i64) : (i8, i16, i32, i64) = (i8.i64 x, i16.i64 x, i32.i64 x, i64.i64 x)
entry unsigned (x: i64) : (u8, u16, u32, u64) = (u8.i64 x, u16.i64 x, u32.i64 x, u64.i64 x)
entry floats (x: i64) : (f16, f32, f64) = (f16.i64 x, f32.i64 x, f64.i64 x)
entry boolean (x: i64) : bool = bool.i64 x
