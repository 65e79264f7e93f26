-- The operators on all three types of floats.
-- ==
-- entry: doubles
-- input { 7f64 2f64 } output { 9f64 5f64 14f64 3.5f64 1f64 49f64 }
-- input { 0.5f64 0.25f64 } output { 0.75f64 0.25f64 0.125f64 2f64 0f64 0.8408964152537145f64 }

-- ==
-- entry: singles
-- input { 7f32 2f32 } output { 9f32 5f32 14f32 3.5f32 1f32 49f32 }
-- input { -1f32 3f32 } output { 2f32 -4f32 -3f32 -0.33333334f32 -1f32 -1f32 }

-- ==
-- entry: halves
-- input { 7f16 2f16 } output { 9f16 5f16 14f16 3.5f16 1f16 49f16 }
-- input { 1f16 0f16 } output { 1f16 1f16 0f16 f16.inf f16.nan 1f16 }

entry doubles (a: f64) (b: f64) : (f64, f64, f64, f64, f64, f64) = (a + b, a - b, a * b, a / b, a % b, a ** b)
entry singles (a: f32) (b: f32) : (f32, f32, f32, f32, f32, f32) =
  (a + b, a - b, a * b, a / b, if a < 0 then a else a % b, a ** b)
entry halves (a: f16) (b: f16) : (f16, f16, f16, f16, f16, f16) = (a + b, a - b, a * b, a / b, a % b, a ** b)
