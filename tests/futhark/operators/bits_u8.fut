-- The bit operators on u8: and, or, exclusive or, complement, shifts and De Morgan's laws.
-- ==
-- entry: logic
-- input { 12u8 10u8 } output { 8u8 14u8 6u8 243u8 }
-- input { 0u8 255u8 } output { 0u8 255u8 255u8 255u8 }
-- input { 245u8 5u8 } output { 5u8 245u8 240u8 10u8 }

-- ==
-- entry: shifts
-- input { 1u8 7u8 } output { 128u8 0u8 }
-- input { 255u8 1u8 } output { 254u8 127u8 }
-- input { 255u8 7u8 } output { 128u8 1u8 }
-- input { 223u8 3u8 } output { 248u8 27u8 }
-- input { 0u8 2u8 } output { 0u8 0u8 }

-- ==
-- entry: laws
-- input { 0u8 255u8 } output { true true true }
-- input { 85u8 42u8 } output { true true true }
-- input { 0u8 0u8 } output { true true true }

entry logic (a: u8) (b: u8) : (u8, u8, u8, u8) = (a & b, a | b, a ^ b, !a)
entry shifts (a: u8) (k: u8) : (u8, u8) = (a << k, a >> k)
entry laws (a: u8) (b: u8) : (bool, bool, bool) =
  (!(a & b) == !a | !b, (a ^ b) ^ b == a, (a & b) + (a | b) == a + b)
