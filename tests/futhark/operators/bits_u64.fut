-- The bit operators on u64: and, or, exclusive or, complement, shifts and De Morgan's laws.
-- ==
-- entry: logic
-- input { 12u64 10u64 } output { 8u64 14u64 6u64 18446744073709551603u64 }
-- input { 0u64 18446744073709551615u64 }
-- output { 0u64 18446744073709551615u64 18446744073709551615u64 18446744073709551615u64 }
-- input { 11433455972418941214u64 14136267756379531962u64 }
-- output { 9523433845652283418u64 16046289883146189758u64 6522856037493906340u64 7013288101290610401u64 }

-- ==
-- entry: shifts
-- input { 1u64 63u64 } output { 9223372036854775808u64 0u64 }
-- input { 18446744073709551615u64 1u64 } output { 18446744073709551614u64 9223372036854775807u64 }
-- input { 18446744073709551615u64 63u64 } output { 9223372036854775808u64 1u64 }
-- input { 13412870427893000307u64 3u64 } output { 15069243054596244376u64 1676608803486625038u64 }
-- input { 0u64 2u64 } output { 0u64 0u64 }

-- ==
-- entry: laws
-- input { 0u64 18446744073709551615u64 } output { true true true }
-- input { 85u64 42u64 } output { true true true }
-- input { 0u64 0u64 } output { true true true }

entry logic (a: u64) (b: u64) : (u64, u64, u64, u64) = (a & b, a | b, a ^ b, !a)
entry shifts (a: u64) (k: u64) : (u64, u64) = (a << k, a >> k)
entry laws (a: u64) (b: u64) : (bool, bool, bool) =
  (!(a & b) == !a | !b, (a ^ b) ^ b == a, (a & b) + (a | b) == a + b)
