-- The bit operators on i64: and, or, exclusive or, complement, shifts and De Morgan's laws.
-- ==
-- entry: logic
-- input { 12i64 10i64 } output { 8i64 14i64 6i64 -13i64 }
-- input { -9223372036854775808i64 9223372036854775807i64 } output { 0i64 -1i64 -1i64 9223372036854775807i64 }
-- input { -5270327478221338799i64 -1213645335120841050i64 }
-- output { -6482930476301220352i64 -1042337040959497i64 6481888139260260855i64 5270327478221338798i64 }

-- ==
-- entry: shifts
-- input { 1i64 62i64 } output { 4611686018427387904i64 0i64 }
-- input { -4i64 1i64 } output { -8i64 -2i64 }
-- input { 9223372036854775807i64 63i64 } output { -9223372036854775808i64 0i64 }
-- input { -5599098318085530652i64 3i64 } output { -7899298397265141984i64 -699887289760691332i64 }
-- input { 0i64 2i64 } output { 0i64 0i64 }

-- ==
-- entry: laws
-- input { -9223372036854775808i64 9223372036854775807i64 } output { true true true }
-- input { 85i64 42i64 } output { true true true }
-- input { 0i64 0i64 } output { true true true }

entry logic (a: i64) (b: i64) : (i64, i64, i64, i64) = (a & b, a | b, a ^ b, !a)
entry shifts (a: i64) (k: i64) : (i64, i64) = (a << k, a >> k)
entry laws (a: i64) (b: i64) : (bool, bool, bool) =
  (!(a & b) == !a | !b, (a ^ b) ^ b == a, (a & b) + (a | b) == a + b)
