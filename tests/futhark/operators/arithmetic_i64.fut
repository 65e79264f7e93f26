-- Sums, differences, products, powers and negation on i64, which wrap around at both ends.
-- ==
-- entry: basic
-- input { 9223372036854775807i64 1i64 }
-- output { -9223372036854775808i64 9223372036854775806i64 9223372036854775807i64 }
-- input { -9223372036854775808i64 1i64 }
-- output { -9223372036854775807i64 9223372036854775807i64 -9223372036854775808i64 }
-- input { 9223372036854775807i64 9223372036854775807i64 } output { -2i64 0i64 1i64 }
-- input { -9223372036854775808i64 -9223372036854775808i64 } output { 0i64 0i64 0i64 }
-- input { -3352490647345856223i64 -5735369012552676445i64 }
-- output { -9087859659898532668i64 2382878365206820222i64 -6739153358074060029i64 }

-- ==
-- entry: negated
-- input { 0i64 } output { 0i64 1i64 }
-- input { 1i64 } output { -1i64 0i64 }
-- input { 9223372036854775807i64 } output { -9223372036854775807i64 -9223372036854775806i64 }
-- input { -9223372036854775808i64 } output { -9223372036854775808i64 -9223372036854775807i64 }

-- ==
-- entry: power
-- input { 2i64 63i64 } output { -9223372036854775808i64 }
-- input { 3i64 20i64 } output { 3486784401i64 }
-- input { 0i64 0i64 } output { 1i64 }
-- input { -1i64 7i64 } output { -1i64 }
-- input { 1i64 100i64 } output { 1i64 }
-- input { 2i64 64i64 } output { 0i64 }
-- input { 2i64 -1i64 } error: negative exponent

-- ==
-- entry: ordered
-- input { -9223372036854775808i64 9223372036854775807i64 } output { true true false false false true }
-- input { 9223372036854775807i64 9223372036854775807i64 } output { false true false true true false }
-- input { 1i64 0i64 } output { false false true true false true }

entry basic (a: i64) (b: i64) : (i64, i64, i64) = (a + b, a - b, a * b)
entry negated (a: i64) : (i64, i64) = (-a, 1 - a)
entry power (a: i64) (b: i64) : i64 = a ** b
entry ordered (a: i64) (b: i64) : (bool, bool, bool, bool, bool, bool) =
  (a < b, a <= b, a > b, a >= b, a == b, a != b)
