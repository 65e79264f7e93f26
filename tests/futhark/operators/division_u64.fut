-- Both divisions and both remainders on u64, where they agree, at the ends of the range, and by zero.
-- ==
-- entry: floor
-- input { 7u64 2u64 } output { 3u64 1u64 }
-- input { 18446744073709551615u64 2u64 } output { 9223372036854775807u64 1u64 }
-- input { 18446744073709551615u64 18446744073709551615u64 } output { 1u64 0u64 }
-- input { 0u64 18446744073709551615u64 } output { 0u64 0u64 }
-- input { 18446744073709551614u64 18446744073709551615u64 } output { 0u64 18446744073709551614u64 }
-- input { 100u64 7u64 } output { 14u64 2u64 }
-- input { 5u64 0u64 } error: [Dd]ivision by zero

-- ==
-- entry: truncated
-- input { 7u64 2u64 } output { 3u64 1u64 }
-- input { 18446744073709551615u64 2u64 } output { 9223372036854775807u64 1u64 }
-- input { 18446744073709551615u64 18446744073709551615u64 } output { 1u64 0u64 }
-- input { 0u64 18446744073709551615u64 } output { 0u64 0u64 }
-- input { 18446744073709551614u64 18446744073709551615u64 } output { 0u64 18446744073709551614u64 }
-- input { 100u64 7u64 } output { 14u64 2u64 }
-- input { 0u64 0u64 } error: [Dd]ivision by zero

-- ==
-- entry: restored
-- input { 7u64 2u64 } output { true true }
-- input { 18446744073709551615u64 2u64 } output { true true }
-- input { 18446744073709551615u64 18446744073709551615u64 } output { true true }
-- input { 0u64 18446744073709551615u64 } output { true true }

entry floor (a: u64) (b: u64) : (u64, u64) = (a / b, a % b)
entry truncated (a: u64) (b: u64) : (u64, u64) = (a // b, a %% b)
entry restored (a: u64) (b: u64) : (bool, bool) = (a / b * b + a % b == a, a // b * b + a %% b == a)
