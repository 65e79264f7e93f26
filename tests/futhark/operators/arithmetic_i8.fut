-- Sums, differences, products, powers and negation on i8, which wrap around at both ends.
-- ==
-- entry: basic
-- input { 127i8 1i8 } output { -128i8 126i8 127i8 }
-- input { -128i8 1i8 } output { -127i8 127i8 -128i8 }
-- input { 127i8 127i8 } output { -2i8 0i8 1i8 }
-- input { -128i8 -128i8 } output { 0i8 0i8 0i8 }
-- input { -13i8 -59i8 } output { -72i8 46i8 -1i8 }

-- ==
-- entry: negated
-- input { 0i8 } output { 0i8 1i8 }
-- input { 1i8 } output { -1i8 0i8 }
-- input { 127i8 } output { -127i8 -126i8 }
-- input { -128i8 } output { -128i8 -127i8 }

-- ==
-- entry: power
-- input { 2i8 7i8 } output { -128i8 }
-- input { 3i8 20i8 } output { -111i8 }
-- input { 0i8 0i8 } output { 1i8 }
-- input { -1i8 7i8 } output { -1i8 }
-- input { 1i8 100i8 } output { 1i8 }
-- input { 2i8 8i8 } output { 0i8 }
-- input { 2i8 -1i8 } error: negative exponent

-- ==
-- entry: ordered
-- input { -128i8 127i8 } output { true true false false false true }
-- input { 127i8 127i8 } output { false true false true true false }
-- input { 1i8 0i8 } output { false false true true false true }

entry basic (a: i8) (b: i8) : (i8, i8, i8) = (a + b, a - b, a * b)
entry negated (a: i8) : (i8, i8) = (-a, 1 - a)
entry power (a: i8) (b: i8) : i8 = a ** b
entry ordered (a: i8) (b: i8) : (bool, bool, bool, bool, bool, bool) =
  (a < b, a <= b, a > b, a >= b, a == b, a != b)
