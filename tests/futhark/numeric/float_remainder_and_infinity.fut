-- The remainder of floats has the sign of the dividend, in all widths; infinities as integers are 0.
-- ==
-- entry: remainders
-- input { -5.5 2.5 } output { -0.5 -0.5f32 -0.5f16 }
-- input { 5.5 -2.5 } output { 0.5 0.5f32 0.5f16 }
-- input { -5.0 2.5 } output { -0.0 -0.0f32 -0.0f16 }
-- input { 5.5 0.0 } output { f64.nan f32.nan f16.nan }

-- ==
-- entry: integers
-- input { f64.inf } output { 0 0i64 0u8 }
-- input { -f64.inf } output { 0 0i64 0u8 }
-- input { f64.nan } output { 0 0i64 0u8 }
-- input { -1.9 } output { -1 -1i64 255u8 }

entry remainders (x: f64) (y: f64) : (f64, f32, f16) =
  (x % y, f32.f64 x % f32.f64 y, f16.f64 x % f16.f64 y)

entry integers (x: f64) : (i32, i64, u8) = (i32.f64 x, i64.f64 x, u8.f64 x)
