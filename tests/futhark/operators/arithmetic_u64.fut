-- Sums, differences, products, powers and negation on u64, which wrap around at both ends.
-- ==
-- entry: basic
-- input { 18446744073709551615u64 1u64 } output { 0u64 18446744073709551614u64 18446744073709551615u64 }
-- input { 0u64 1u64 } output { 1u64 18446744073709551615u64 0u64 }
-- input { 18446744073709551615u64 18446744073709551615u64 } output { 18446744073709551614u64 0u64 1u64 }
-- input { 0u64 0u64 } output { 0u64 0u64 0u64 }
-- input { 7845024061236516832u64 14078527538477822517u64 }
-- output { 3476807526004787733u64 12213240596468245931u64 14689972635594371424u64 }

-- ==
-- entry: negated
-- input { 0u64 } output { 0u64 1u64 }
-- input { 1u64 } output { 18446744073709551615u64 0u64 }
-- input { 18446744073709551615u64 } output { 1u64 2u64 }
-- input { 0u64 } output { 0u64 1u64 }

-- ==
-- entry: power
-- input { 2u64 63u64 } output { 9223372036854775808u64 }
-- input { 3u64 20u64 } output { 3486784401u64 }
-- input { 0u64 0u64 } output { 1u64 }
-- input { 18446744073709551615u64 2u64 } output { 1u64 }
-- input { 1u64 100u64 } output { 1u64 }
-- input { 2u64 64u64 } output { 0u64 }

-- ==
-- entry: ordered
-- input { 0u64 18446744073709551615u64 } output { true true false false false true }
-- input { 18446744073709551615u64 18446744073709551615u64 } output { false true false true true false }
-- input { 1u64 0u64 } output { false false true true false true }

entry basic (a: u64) (b: u64) : (u64, u64, u64) = (a + b, a - b, a * b)
entry negated (a: u64) : (u64, u64) = (-a, 1 - a)
entry power (a: u64) (b: u64) : u64 = a ** b
entry ordered (a: u64) (b: u64) : (bool, bool, bool, bool, bool, bool) =
  (a < b, a <= b, a > b, a >= b, a == b, a != b)
