-- Both divisions and both remainders on u32, where they agree, at the ends of the range, and by zero.
-- ==
-- entry: floor
-- input { 7u32 2u32 } output { 3u32 1u32 }
-- input { 4294967295u32 2u32 } output { 2147483647u32 1u32 }
-- input { 4294967295u32 4294967295u32 } output { 1u32 0u32 }
-- input { 0u32 4294967295u32 } output { 0u32 0u32 }
-- input { 4294967294u32 4294967295u32 } output { 0u32 4294967294u32 }
-- input { 100u32 7u32 } output { 14u32 2u32 }
-- input { 5u32 0u32 } error: [Dd]ivision by zero

-- ==
-- entry: truncated
-- input { 7u32 2u32 } output { 3u32 1u32 }
-- input { 4294967295u32 2u32 } output { 2147483647u32 1u32 }
-- input { 4294967295u32 4294967295u32 } output { 1u32 0u32 }
-- input { 0u32 4294967295u32 } output { 0u32 0u32 }
-- input { 4294967294u32 4294967295u32 } output { 0u32 4294967294u32 }
-- input { 100u32 7u32 } output { 14u32 2u32 }
-- input { 0u32 0u32 } error: [Dd]ivision by zero

-- ==
-- entry: restored
-- input { 7u32 2u32 } output { true true }
-- input { 4294967295u32 2u32 } output { true true }
-- input { 4294967295u32 4294967295u32 } output { true true }
-- input { 0u32 4294967295u32 } output { true true }

entry floor (a: u32) (b: u32) : (u32, u32) = (a / b, a % b)
entry truncated (a: u32) (b: u32) : (u32, u32) = (a // b, a %% b)
entry restored (a: u32) (b: u32) : (bool, bool) = (a / b * b + a % b == a, a // b * b + a %% b == a)
