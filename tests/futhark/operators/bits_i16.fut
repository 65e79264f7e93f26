-- The bit operators on i16: and, or, exclusive or, complement, shifts and De Morgan's laws.
-- ==
-- entry: logic
-- input { 12i16 10i16 } output { 8i16 14i16 6i16 -13i16 }
-- input { -32768i16 32767i16 } output { 0i16 -1i16 -1i16 32767i16 }
-- input { -27450i16 -10020i16 } output { -28476i16 -8994i16 19482i16 27449i16 }

-- ==
-- entry: shifts
-- input { 1i16 14i16 } output { 16384i16 0i16 }
-- input { -4i16 1i16 } output { -8i16 -2i16 }
-- input { 32767i16 15i16 } output { -32768i16 0i16 }
-- input { 12763i16 3i16 } output { -28968i16 1595i16 }
-- input { 0i16 2i16 } output { 0i16 0i16 }

-- ==
-- entry: laws
-- input { -32768i16 32767i16 } output { true true true }
-- input { 85i16 42i16 } output { true true true }
-- input { 0i16 0i16 } output { true true true }

entry logic (a: i16) (b: i16) : (i16, i16, i16, i16) = (a & b, a | b, a ^ b, !a)
entry shifts (a: i16) (k: i16) : (i16, i16) = (a << k, a >> k)
entry laws (a: i16) (b: i16) : (bool, bool, bool) =
  (!(a & b) == !a | !b, (a ^ b) ^ b == a, (a & b) + (a | b) == a + b)
