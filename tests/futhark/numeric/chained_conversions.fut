-- Conversions one after the other: each cuts off for itself.
-- ==
-- entry: main
-- input { 300i32 } output { 44i32 300i32 44i32 }
-- input { -1i32 } output { 255i32 65535i32 -1i32 }
-- input { 65536i32 } output { 0i32 0i32 0i32 }

-- ==
-- entry: floats
-- input { 16777217i32 } output { 16777216i32 16777217i32 }
-- input { 5i32 } output { 5i32 5i32 }

-- ==
-- entry: old_names
-- input { 5i32 2.75f32 } output { 5f32 2i32 5f64 2i32 }

entry main (x: i32) : (i32, i32, i32) = (i32.u8 (u8.i32 x), i32.u16 (u16.i32 x), i32.i8 (i8.i32 x))
entry floats (x: i32) : (i32, i32) = (i32.f32 (f32.i32 x), i32.f64 (f64.i32 x))
entry old_names (n: i32) (x: f32) : (f32, i32, f64, i32) = (r32 n, t32 x, r64 n, t64 (f64.f32 x))
