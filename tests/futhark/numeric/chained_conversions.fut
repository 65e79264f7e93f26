-- Conversions one after the other: each cuts off, and fills with the sign or with zeros, for itself.
-- ==
-- entry: main
-- input { 300i32 } output { 44i32 300i32 44i32 }
-- input { -1i32 } output { 255i32 65535i32 -1i32 }
-- input { 65536i32 } output { 0i32 0i32 0i32 }

-- ==
-- entry: wider
-- input { -1i8 } output { 255u64 4294967295u64 65535u64 255u64 18446744073709551615u64 255i64 -1i64 255i16 }
-- input { 100i8 } output { 100u64 100u64 100u64 100u64 100u64 100i64 100i64 100i16 }
-- input { -128i8 } output { 128u64 4294967168u64 65408u64 128u64 18446744073709551488u64 128i64 -128i64 128i16 }

-- ==
-- entry: of_unsigned
-- input { 200u8 } output { 200u64 -56i64 200u64 200i64 200i64 200u64 }

-- ==
-- entry: floats
-- input { 16777217i32 } output { 16777216i32 16777217i32 }
-- input { 5i32 } output { 5i32 5i32 }

-- ==
-- entry: old_names
-- input { 5i32 2.75f32 } output { 5f32 2i32 5f64 2i32 }

entry main (x: i32) : (i32, i32, i32) = (i32.u8 (u8.i32 x), i32.u16 (u16.i32 x), i32.i8 (i8.i32 x))
entry wider (x: i8) : (u64, u64, u64, u64, u64, i64, i64, i16) =
  (u64.i8 x, u64.i32 (i32.i8 x), u64.u16 (u16.i16 (i16.i8 x)), u64.u32 (u32.i8 x), u64.i64 (i64.i8 x),
   i64.u32 (u32.i8 x), i64.i32 (i32.u32 (u32.i32 (i32.i8 x))), i16.u8 (u8.i8 x))
entry of_unsigned (x: u8) : (u64, i64, u64, i64, i64, u64) =
  (u64.u8 x, i64.i8 (i8.u8 x), u64.i8 (i8.u8 x), i64.u16 (u16.i8 (i8.u8 x)), i64.i16 (i16.u8 x), u64.i32 (i32.u8 x))
entry floats (x: i32) : (i32, i32) = (i32.f32 (f32.i32 x), i32.f64 (f64.i32 x))
entry old_names (n: i32) (x: f32) : (f32, i32, f64, i32) = (r32 n, t32 x, r64 n, t64 (f64.f32 x))
