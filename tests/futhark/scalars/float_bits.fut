-- The representation of floats, and functions that work on it.
-- ==
-- entry: bits32
-- input { 1.0f32 } output { 1065353216u32 1.0f32 127u32 }
-- input { -0.15625f32 } output { 3189768192u32 -0.15625f32 124u32 }
-- input { 0.0f32 } output { 0u32 0.0f32 0u32 }

-- ==
-- entry: bits64
-- input { 2.0 } output { 4611686018427387904u64 1024u64 }
-- input { -1.0 } output { 13830554455654793216u64 1023u64 }
-- input { f64.inf } output { 9218868437227405312u64 2047u64 }

-- ==
-- entry: scaled
-- input { 0.75 3 } output { 6.0 }
-- input { 5.0 -1 } output { 2.5 }
-- input { 0.0 100 } output { 0.0 }

-- ==
-- entry: signs
-- input { 3.0 -0.0 } output { -3.0 true }
-- input { -3.0 1.0 } output { 3.0 false }

-- ==
-- entry: neighbours
-- input { 1.0f32 2.0f32 } output { 1065353217u32 }
-- input { 1.0f32 0.0f32 } output { 1065353215u32 }
-- input { 1.0f32 1.0f32 } output { 1065353216u32 }

-- ==
-- entry: machine_epsilon
-- input { } output { true true }

-- ==
-- entry: inverse_root
-- input { 4.0f32 } output { 0.5f32 }
-- input { 0.25f32 } output { 2.0f32 }
-- input { 100.0f32 } output { 0.1f32 }

entry bits32 (x: f32) =
  let bits = f32.to_bits x
  in (bits, f32.from_bits bits, bits >> 23 & 0xFF)

entry bits64 (x: f64) =
  let bits = f64.to_bits x
  in (bits, bits >> 52 & 0x7FF)

entry scaled (x: f64) (k: i32) = f64.ldexp x k
entry signs (x: f64) (y: f64) = (f64.copysign x (f64.neg (f64.sgn x)), f64.to_bits y >> 63 == 1)
entry neighbours (x: f32) (y: f32) = f32.to_bits (f32.nextafter x y)

entry machine_epsilon =
  let halve e = loop e while 1 + e / 2 != 1 do e / 2
  in (halve 1f64 == f64.epsilon, (loop e = 1 while 1 + e / 2 != 1f32 do e / 2) == f32.epsilon)

-- | A first guess from the bits of the number, then three steps of Newton's method.
entry inverse_root (x: f32) =
  let guess = f32.from_bits (0x5f3759df - (f32.to_bits x >> 1))
  in loop y = guess for _i < 3i32 do y * (1.5 - 0.5 * x * y * y)
