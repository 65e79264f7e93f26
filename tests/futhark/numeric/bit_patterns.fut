-- Floats as the integers with their bits, and back.
-- ==
-- entry: singles
-- input { 1f32 } output { 0x3f800000u32 true }
-- input { -2f32 } output { 0xc0000000u32 true }
-- input { 0f32 } output { 0u32 true }

-- ==
-- entry: doubles
-- input { 1f64 } output { 0x3ff0000000000000u64 }
-- input { -0f64 } output { 0x8000000000000000u64 }
-- input { f64.inf } output { 0x7ff0000000000000u64 }

-- ==
-- entry: halves
-- input { 1f16 } output { 0x3c00u16 1f16 }
-- input { -0.5f16 } output { 0xb800u16 -0.5f16 }

entry singles (x: f32) : (u32, bool) = (f32.to_bits x, f32.from_bits (f32.to_bits x) == x)
entry doubles (x: f64) : u64 = f64.to_bits x
entry halves (x: f16) : (u16, f16) = (f16.to_bits x, f16.from_bits (f16.to_bits x))
