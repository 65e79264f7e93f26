-- The bit operators on i8: and, or, exclusive or, complement, shifts and De Morgan's laws.
-- ==
-- entry: logic
-- input { 12i8 10i8 } output { 8i8 14i8 6i8 -13i8 }
-- input { -128i8 127i8 } output { 0i8 -1i8 -1i8 127i8 }
-- input { 37i8 117i8 } output { 37i8 117i8 80i8 -38i8 }

-- ==
-- entry: shifts
-- input { 1i8 6i8 } output { 64i8 0i8 }
-- input { -4i8 1i8 } output { -8i8 -2i8 }
-- input { 127i8 7i8 } output { -128i8 0i8 }
-- input { 116i8 3i8 } output { -96i8 14i8 }
-- input { 0i8 2i8 } output { 0i8 0i8 }

-- ==
-- entry: laws
-- input { -128i8 127i8 } output { true true true }
-- input { 85i8 42i8 } output { true true true }
-- input { 0i8 0i8 } output { true true true }

entry logic (a: i8) (b: i8) : (i8, i8, i8, i8) = (a & b, a | b, a ^ b, !a)
entry shifts (a: i8) (k: i8) : (i8, i8) = (a << k, a >> k)
entry laws (a: i8) (b: i8) : (bool, bool, bool) =
  (!(a & b) == !a | !b, (a ^ b) ^ b == a, (a & b) + (a | b) == a + b)
