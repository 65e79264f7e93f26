-- Both divisions and both remainders on u16, where they agree, at the ends of the range, and by zero.
-- ==
-- entry: floor
-- input { 7u16 2u16 } output { 3u16 1u16 }
-- input { 65535u16 2u16 } output { 32767u16 1u16 }
-- input { 65535u16 65535u16 } output { 1u16 0u16 }
-- input { 0u16 65535u16 } output { 0u16 0u16 }
-- input { 65534u16 65535u16 } output { 0u16 65534u16 }
-- input { 100u16 7u16 } output { 14u16 2u16 }
-- input { 5u16 0u16 } error: [Dd]ivision by zero

-- ==
-- entry: truncated
-- input { 7u16 2u16 } output { 3u16 1u16 }
-- input { 65535u16 2u16 } output { 32767u16 1u16 }
-- input { 65535u16 65535u16 } output { 1u16 0u16 }
-- input { 0u16 65535u16 } output { 0u16 0u16 }
-- input { 65534u16 65535u16 } output { 0u16 65534u16 }
-- input { 100u16 7u16 } output { 14u16 2u16 }
-- input { 0u16 0u16 } error: [Dd]ivision by zero

-- ==
-- entry: restored
-- input { 7u16 2u16 } output { true true }
-- input { 65535u16 2u16 } output { true true }
-- input { 65535u16 65535u16 } output { true true }
-- input { 0u16 65535u16 } output { true true }

entry floor (a: u16) (b: u16) : (u16, u16) = (a / b, a % b)
entry truncated (a: u16) (b: u16) : (u16, u16) = (a // b, a %% b)
entry restored (a: u16) (b: u16) : (bool, bool) = (a / b * b + a % b == a, a // b * b + a %% b == a)
