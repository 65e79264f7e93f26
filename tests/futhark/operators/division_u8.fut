-- Both divisions and both remainders on u8, where they agree, at the ends of the range, and by zero.
-- ==
-- entry: floor
-- input { 7u8 2u8 } output { 3u8 1u8 }
-- input { 255u8 2u8 } output { 127u8 1u8 }
-- input { 255u8 255u8 } output { 1u8 0u8 }
-- input { 0u8 255u8 } output { 0u8 0u8 }
-- input { 254u8 255u8 } output { 0u8 254u8 }
-- input { 100u8 7u8 } output { 14u8 2u8 }
-- input { 5u8 0u8 } error: [Dd]ivision by zero

-- ==
-- entry: truncated
-- input { 7u8 2u8 } output { 3u8 1u8 }
-- input { 255u8 2u8 } output { 127u8 1u8 }
-- input { 255u8 255u8 } output { 1u8 0u8 }
-- input { 0u8 255u8 } output { 0u8 0u8 }
-- input { 254u8 255u8 } output { 0u8 254u8 }
-- input { 100u8 7u8 } output { 14u8 2u8 }
-- input { 0u8 0u8 } error: [Dd]ivision by zero

-- ==
-- entry: restored
-- input { 7u8 2u8 } output { true true }
-- input { 255u8 2u8 } output { true true }
-- input { 255u8 255u8 } output { true true }
-- input { 0u8 255u8 } output { true true }

entry floor (a: u8) (b: u8) : (u8, u8) = (a / b, a % b)
entry truncated (a: u8) (b: u8) : (u8, u8) = (a // b, a %% b)
entry restored (a: u8) (b: u8) : (bool, bool) = (a / b * b + a % b == a, a // b * b + a %% b == a)
