-- Sums, differences, products, powers and negation on u8, which wrap around at both ends.
-- ==
-- entry: basic
-- input { 255u8 1u8 } output { 0u8 254u8 255u8 }
-- input { 0u8 1u8 } output { 1u8 255u8 0u8 }
-- input { 255u8 255u8 } output { 254u8 0u8 1u8 }
-- input { 0u8 0u8 } output { 0u8 0u8 0u8 }
-- input { 50u8 187u8 } output { 237u8 119u8 134u8 }

-- ==
-- entry: negated
-- input { 0u8 } output { 0u8 1u8 }
-- input { 1u8 } output { 255u8 0u8 }
-- input { 255u8 } output { 1u8 2u8 }
-- input { 0u8 } output { 0u8 1u8 }

-- ==
-- entry: power
-- input { 2u8 7u8 } output { 128u8 }
-- input { 3u8 20u8 } output { 145u8 }
-- input { 0u8 0u8 } output { 1u8 }
-- input { 255u8 2u8 } output { 1u8 }
-- input { 1u8 100u8 } output { 1u8 }
-- input { 2u8 8u8 } output { 0u8 }

-- ==
-- entry: ordered
-- input { 0u8 255u8 } output { true true false false false true }
-- input { 255u8 255u8 } output { false true false true true false }
-- input { 1u8 0u8 } output { false false true true false true }

entry basic (a: u8) (b: u8) : (u8, u8, u8) = (a + b, a - b, a * b)
entry negated (a: u8) : (u8, u8) = (-a, 1 - a)
entry power (a: u8) (b: u8) : u8 = a ** b
entry ordered (a: u8) (b: u8) : (bool, bool, bool, bool, bool, bool) =
  (a < b, a <= b, a > b, a >= b, a == b, a != b)
