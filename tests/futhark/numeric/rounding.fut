-- The four ways to round, on values halfway between integers too.
-- ==
-- entry: doubles
-- input { 2.5f64 } output { 2f64 3f64 2f64 2f64 }
-- input { 3.5f64 } output { 3f64 4f64 3f64 4f64 }
-- input { -2.5f64 } output { -3f64 -2f64 -2f64 -2f64 }
-- input { -0.75f64 } output { -1f64 0f64 0f64 -1f64 }
-- input { 7f64 } output { 7f64 7f64 7f64 7f64 }
-- input { f64.inf } output { f64.inf f64.inf f64.inf f64.inf }

-- ==
-- entry: singles
-- input { 0.5f32 } output { 0f32 1f32 0f32 0f32 }
-- input { -1.5f32 } output { -2f32 -1f32 -1f32 -2f32 }

entry doubles (x: f64) : (f64, f64, f64, f64) = (f64.floor x, f64.ceil x, f64.trunc x, f64.round x)
entry singles (x: f32) : (f32, f32, f32, f32) = (f32.floor x, f32.ceil x, f32.trunc x, f32.round x)
