-- Literals without a suffix are the nearest number of their type. These lie just above the middle of two numbers, and would
-- be rounded to the lower one by way of f64.
-- ==
-- entry: bits
-- input { } output { 1065353217u32 3212836865u32 15361u16 1509949441u32 }

-- ==
-- entry: matched
-- input { 1065353217u32 } output { true }
-- input { 1065353216u32 } output { false }

entry bits : (u32, u32, u16, u32) =
  (f32.to_bits 1.000000059604644776257986, f32.to_bits (-1.000000059604644776257986),
   f16.to_bits 1.000488281250000000867, f32.to_bits 9007199791611905)

entry matched (x: u32) : bool =
  match f32.from_bits x
  case 1.000000059604644776257986 -> true
  case _ -> false
