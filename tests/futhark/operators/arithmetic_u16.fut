-- Sums, differences, products, powers and negation on u16, which wrap around at both ends.
-- ==
-- entry: basic
-- input { 65535u16 1u16 } output { 0u16 65534u16 65535u16 }
-- input { 0u16 1u16 } output { 1u16 65535u16 0u16 }
-- input { 65535u16 65535u16 } output { 65534u16 0u16 1u16 }
-- input { 0u16 0u16 } output { 0u16 0u16 0u16 }
-- input { 38058u16 51820u16 } output { 24342u16 51774u16 56248u16 }

-- ==
-- entry: negated
-- input { 0u16 } output { 0u16 1u16 }
-- input { 1u16 } output { 65535u16 0u16 }
-- input { 65535u16 } output { 1u16 2u16 }
-- input { 0u16 } output { 0u16 1u16 }

-- ==
-- entry: power
-- input { 2u16 15u16 } output { 32768u16 }
-- input { 3u16 20u16 } output { 7057u16 }
-- input { 0u16 0u16 } output { 1u16 }
-- input { 65535u16 2u16 } output { 1u16 }
-- input { 1u16 100u16 } output { 1u16 }
-- input { 2u16 16u16 } output { 0u16 }

-- ==
-- entry: ordered
-- input { 0u16 65535u16 } output { true true false false false true }
-- input { 65535u16 65535u16 } output { false true false true true false }
-- input { 1u16 0u16 } output { false false true true false true }

entry basic (a: u16) (b: u16) : (u16, u16, u16) = (a + b, a - b, a * b)
entry negated (a: u16) : (u16, u16) = (-a, 1 - a)
entry power (a: u16) (b: u16) : u16 = a ** b
entry ordered (a: u16) (b: u16) : (bool, bool, bool, bool, bool, bool) =
  (a < b, a <= b, a > b, a >= b, a == b, a != b)
