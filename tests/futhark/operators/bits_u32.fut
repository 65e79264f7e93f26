-- The bit operators on u32: and, or, exclusive or, complement, shifts and De Morgan's laws.
-- ==
-- entry: logic
-- input { 12u32 10u32 } output { 8u32 14u32 6u32 4294967283u32 }
-- input { 0u32 4294967295u32 } output { 0u32 4294967295u32 4294967295u32 4294967295u32 }
-- input { 3052363376u32 4201363908u32 } output { 2959808576u32 4293918708u32 1334110132u32 1242603919u32 }

-- ==
-- entry: shifts
-- input { 1u32 31u32 } output { 2147483648u32 0u32 }
-- input { 4294967295u32 1u32 } output { 4294967294u32 2147483647u32 }
-- input { 4294967295u32 31u32 } output { 2147483648u32 1u32 }
-- input { 3870227516u32 3u32 } output { 897049056u32 483778439u32 }
-- input { 0u32 2u32 } output { 0u32 0u32 }

-- ==
-- entry: laws
-- input { 0u32 4294967295u32 } output { true true true }
-- input { 85u32 42u32 } output { true true true }
-- input { 0u32 0u32 } output { true true true }

entry logic (a: u32) (b: u32) : (u32, u32, u32, u32) = (a & b, a | b, a ^ b, !a)
entry shifts (a: u32) (k: u32) : (u32, u32) = (a << k, a >> k)
entry laws (a: u32) (b: u32) : (bool, bool, bool) =
  (!(a & b) == !a | !b, (a ^ b) ^ b == a, (a & b) + (a | b) == a + b)
