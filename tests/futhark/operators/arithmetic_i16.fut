-- Sums, differences, products, powers and negation on i16, which wrap around at both ends.
-- ==
-- entry: basic
-- input { 32767i16 1i16 } output { -32768i16 32766i16 32767i16 }
-- input { -32768i16 1i16 } output { -32767i16 32767i16 -32768i16 }
-- input { 32767i16 32767i16 } output { -2i16 0i16 1i16 }
-- input { -32768i16 -32768i16 } output { 0i16 0i16 0i16 }
-- input { -6005i16 -2278i16 } output { -8283i16 -3727i16 -17634i16 }

-- ==
-- entry: negated
-- input { 0i16 } output { 0i16 1i16 }
-- input { 1i16 } output { -1i16 0i16 }
-- input { 32767i16 } output { -32767i16 -32766i16 }
-- input { -32768i16 } output { -32768i16 -32767i16 }

-- ==
-- entry: power
-- input { 2i16 15i16 } output { -32768i16 }
-- input { 3i16 20i16 } output { 7057i16 }
-- input { 0i16 0i16 } output { 1i16 }
-- input { -1i16 7i16 } output { -1i16 }
-- input { 1i16 100i16 } output { 1i16 }
-- input { 2i16 16i16 } output { 0i16 }
-- input { 2i16 -1i16 } error: negative exponent

-- ==
-- entry: ordered
-- input { -32768i16 32767i16 } output { true true false false false true }
-- input { 32767i16 32767i16 } output { false true false true true false }
-- input { 1i16 0i16 } output { false false true true false true }

entry basic (a: i16) (b: i16) : (i16, i16, i16) = (a + b, a - b, a * b)
entry negated (a: i16) : (i16, i16) = (-a, 1 - a)
entry power (a: i16) (b: i16) : i16 = a ** b
entry ordered (a: i16) (b: i16) : (bool, bool, bool, bool, bool, bool) =
  (a < b, a <= b, a > b, a >= b, a == b, a != b)
