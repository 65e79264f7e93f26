-- Conversions between the scalar types: sign and zero extension, truncation, rounding towards zero.
-- ==
-- entry: widen
-- input { -1i8 200u8 } output { -1i16 -1i64 255u16 255u64 200i32 200u64 -56i8 }
-- input { 127i8 0u8 } output { 127i16 127i64 127u16 127u64 0i32 0u64 0i8 }

-- ==
-- entry: narrow
-- input { 300i64 } output { 44i8 44u8 300i16 300u16 300i32 }
-- input { -1i64 } output { -1i8 255u8 -1i16 65535u16 -1i32 }
-- input { 4294967424i64 } output { -128i8 128u8 128i16 128u16 128i32 }

-- ==
-- entry: from_float
-- input { 3.99 } output { 3i32 3i64 3u8 3i16 true }
-- input { -0.99 } output { 0i32 0i64 0u8 0i16 true }
-- input { -3.5 } output { -3i32 -3i64 253u8 -3i16 true }
-- input { f64.nan } output { 0i32 0i64 0u8 0i16 true }
-- input { 0.0 } output { 0i32 0i64 0u8 0i16 false }

-- ==
-- entry: negative_from_float
-- input { -3.99 -1.5f32 } output { -3i32 -3i8 -1i64 }

-- ==
-- entry: to_float
-- input { -5i8 250u8 4294967295u32 18446744073709551615u64 }
-- output { -5f32 250f64 4294967295f64 4294967296f32 18446744073709551616f64 }

-- ==
-- entry: between_floats
-- input { 0.1f64 } output { true false 0.1f32 }
-- input { 0.5f64 } output { true true 0.5f32 }

-- ==
-- entry: booleans
-- input { true } output { 1i32 1u8 1f64 false true }
-- input { false } output { 0i32 0u8 0f64 true false }

-- ==
-- entry: truth
-- input { [0, 1, -1, 256] } output { [false, true, true, true] [0u8, 1u8, 255u8, 0u8] }
-- input { empty([0]i32) } output { empty([0]bool) empty([0]u8) }

-- ==
-- entry: shorthands
-- input { 7 2.75f32 } output { 7f32 2i32 7f64 2i32 }
-- input { -7 -2.75f32 } output { -7f32 -2i32 -7f64 -2i32 }

entry widen (a: i8) (b: u8) = (i16.i8 a, i64.i8 a, u16.i8 a, u64.i8 a, i32.u8 b, u64.u8 b, i8.u8 b)
entry narrow (a: i64) = (i8.i64 a, u8.i64 a, i16.i64 a, u16.i64 a, i32.i64 a)
entry from_float (a: f64) = (i32.f64 a, i64.f64 a, u8.f64 a, i16.f64 a, bool.f64 a)
entry negative_from_float (a: f64) (b: f32) = (i32.f64 a, i8.f64 a, i64.f32 b)
entry to_float (a: i8) (b: u8) (c: u32) (d: u64) = (f32.i8 a, f64.u8 b, f64.u32 c, f32.u32 c, f64.u64 d)
entry between_floats (a: f64) =
  let single = f32.f64 a
  in (f32.f64 (f64.f32 single) == single, f64.f32 single == a, single)
entry booleans (b: bool) = (i32.bool b, u8.bool b, f64.bool b, bool.bool (!b), bool.i32 (i32.bool b))
entry truth (xs: []i32) = (map bool.i32 xs, map u8.i32 xs)
entry shorthands (i: i32) (x: f32) = (r32 i, t32 x, r64 i, t64 (f64.f32 x))
