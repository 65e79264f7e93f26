-- Unsuffixed integers are i32 and floats f64 where nothing decides; an integer may be a float where something does.
-- ==
-- entry: integer
-- input { } output { -2147483648i32 0i32 }

-- ==
-- entry: float
-- input { } output { 0.1f64 true }

-- ==
-- entry: decided
-- input { 2f32 } output { 6f32 3f32 }
-- input { -1f32 } output { -3f32 0f32 }

-- ==
-- entry: f16s
-- input { 2f16 } output { 3.5f16 [1f16, 2] }

entry integer = (2147483647 + 1, 65536 * 65536)
entry float =
  let tenth = 0.1
  let third = 1 / 3.0
  in (tenth, third * 3 == 1)
entry decided (x: f32) : (f32, f32) = (3 * x, x + 1)
entry f16s (x: f16) : (f16, [2]f16) = (x + 1.5, [1, 2])
