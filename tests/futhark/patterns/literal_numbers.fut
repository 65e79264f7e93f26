-- Numbers as patterns: decimal, negative, hexadecimal, binary, suffixed, of several types.
-- ==
-- entry: i32s
-- input { 0i32 } output { 1i32 }
-- input { -1i32 } output { 2i32 }
-- input { 255i32 } output { 3i32 }
-- input { 5i32 } output { 4i32 }
-- input { 6i32 } output { 0i32 }
-- input { -255i32 } output { 0i32 }

-- ==
-- entry: bytes
-- input { 0u8 } output { 10u8 }
-- input { 255u8 } output { 20u8 }
-- input { 254u8 } output { 254u8 }

-- ==
-- entry: longs
-- input { -9223372036854775808i64 } output { true }
-- input { 9223372036854775807i64 } output { true }
-- input { 0i64 } output { false }

entry i32s (x: i32) : i32 =
  match x
  case 0 -> 1
  case -1 -> 2
  case 0xff -> 3
  case 0b101 -> 4
  case _ -> 0
entry bytes (x: u8) : u8 =
  match x case 0u8 -> 10 case 255 -> 20 case y -> y
entry longs (x: i64) : bool =
  match x
  case -9223372036854775808i64 -> true
  case 9223372036854775807i64 -> true
  case _ -> false
