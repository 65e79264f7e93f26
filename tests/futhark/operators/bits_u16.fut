-- The bit operators on u16: and, or, exclusive or, complement, shifts and De Morgan's laws.
-- ==
-- entry: logic
-- input { 12u16 10u16 } output { 8u16 14u16 6u16 65523u16 }
-- input { 0u16 65535u16 } output { 0u16 65535u16 65535u16 65535u16 }
-- input { 57547u16 38753u16 } output { 32833u16 63467u16 30634u16 7988u16 }

-- ==
-- entry: shifts
-- input { 1u16 15u16 } output { 32768u16 0u16 }
-- input { 65535u16 1u16 } output { 65534u16 32767u16 }
-- input { 65535u16 15u16 } output { 32768u16 1u16 }
-- input { 22879u16 3u16 } output { 51960u16 2859u16 }
-- input { 0u16 2u16 } output { 0u16 0u16 }

-- ==
-- entry: laws
-- input { 0u16 65535u16 } output { true true true }
-- input { 85u16 42u16 } output { true true true }
-- input { 0u16 0u16 } output { true true true }

entry logic (a: u16) (b: u16) : (u16, u16, u16, u16) = (a & b, a | b, a ^ b, !a)
entry shifts (a: u16) (k: u16) : (u16, u16) = (a << k, a >> k)
entry laws (a: u16) (b: u16) : (bool, bool, bool) =
  (!(a & b) == !a | !b, (a ^ b) ^ b == a, (a & b) + (a | b) == a + b)
