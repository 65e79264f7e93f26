-- Both divisions and both remainders on i16, for every combination of signs, at the ends of the range, and by zero.
-- ==
-- entry: floor
-- input { 7i16 2i16 } output { 3i16 1i16 }
-- input { -7i16 2i16 } output { -4i16 1i16 }
-- input { 7i16 -2i16 } output { -4i16 -1i16 }
-- input { -7i16 -2i16 } output { 3i16 -1i16 }
-- input { 32767i16 3i16 } output { 10922i16 1i16 }
-- input { -32768i16 3i16 } output { -10923i16 1i16 }
-- input { -32768i16 -1i16 } output { -32768i16 0i16 }
-- input { 6i16 -3i16 } output { -2i16 0i16 }
-- input { 5i16 0i16 } error: [Dd]ivision by zero

-- ==
-- entry: truncated
-- input { 7i16 2i16 } output { 3i16 1i16 }
-- input { -7i16 2i16 } output { -3i16 -1i16 }
-- input { 7i16 -2i16 } output { -3i16 1i16 }
-- input { -7i16 -2i16 } output { 3i16 -1i16 }
-- input { 32767i16 3i16 } output { 10922i16 1i16 }
-- input { -32768i16 3i16 } output { -10922i16 -2i16 }
-- input { -32768i16 -1i16 } output { -32768i16 0i16 }
-- input { 6i16 -3i16 } output { -2i16 0i16 }
-- input { 0i16 0i16 } error: [Dd]ivision by zero

-- ==
-- entry: restored
-- input { 7i16 2i16 } output { true true }
-- input { -7i16 2i16 } output { true true }
-- input { 7i16 -2i16 } output { true true }
-- input { -7i16 -2i16 } output { true true }

entry floor (a: i16) (b: i16) : (i16, i16) = (a / b, a % b)
entry truncated (a: i16) (b: i16) : (i16, i16) = (a // b, a %% b)
entry restored (a: i16) (b: i16) : (bool, bool) = (a / b * b + a % b == a, a // b * b + a %% b == a)
