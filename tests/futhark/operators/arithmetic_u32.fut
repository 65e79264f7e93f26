-- Sums, differences, products, powers and negation on u32, which wrap around at both ends.
-- ==
-- entry: basic
-- input { 4294967295u32 1u32 } output { 0u32 4294967294u32 4294967295u32 }
-- input { 0u32 1u32 } output { 1u32 4294967295u32 0u32 }
-- input { 4294967295u32 4294967295u32 } output { 4294967294u32 0u32 1u32 }
-- input { 0u32 0u32 } output { 0u32 0u32 0u32 }
-- input { 2058306882u32 71999454u32 } output { 2130306336u32 1986307428u32 1293290812u32 }

-- ==
-- entry: negated
-- input { 0u32 } output { 0u32 1u32 }
-- input { 1u32 } output { 4294967295u32 0u32 }
-- input { 4294967295u32 } output { 1u32 2u32 }
-- input { 0u32 } output { 0u32 1u32 }

-- ==
-- entry: power
-- input { 2u32 31u32 } output { 2147483648u32 }
-- input { 3u32 20u32 } output { 3486784401u32 }
-- input { 0u32 0u32 } output { 1u32 }
-- input { 4294967295u32 2u32 } output { 1u32 }
-- input { 1u32 100u32 } output { 1u32 }
-- input { 2u32 32u32 } output { 0u32 }

-- ==
-- entry: ordered
-- input { 0u32 4294967295u32 } output { true true false false false true }
-- input { 4294967295u32 4294967295u32 } output { false true false true true false }
-- input { 1u32 0u32 } output { false false true true false true }

entry basic (a: u32) (b: u32) : (u32, u32, u32) = (a + b, a - b, a * b)
entry negated (a: u32) : (u32, u32) = (-a, 1 - a)
entry power (a: u32) (b: u32) : u32 = a ** b
entry ordered (a: u32) (b: u32) : (bool, bool, bool, bool, bool, bool) =
  (a < b, a <= b, a > b, a >= b, a == b, a != b)
