-- Both divisions and both remainders on i8, for every combination of signs, at the ends of the range, and by zero.
-- ==
-- entry: floor
-- input { 7i8 2i8 } output { 3i8 1i8 }
-- input { -7i8 2i8 } output { -4i8 1i8 }
-- input { 7i8 -2i8 } output { -4i8 -1i8 }
-- input { -7i8 -2i8 } output { 3i8 -1i8 }
-- input { 127i8 3i8 } output { 42i8 1i8 }
-- input { -128i8 3i8 } output { -43i8 1i8 }
-- input { -128i8 -1i8 } output { -128i8 0i8 }
-- input { 6i8 -3i8 } output { -2i8 0i8 }
-- input { 5i8 0i8 } error: [Dd]ivision by zero

-- ==
-- entry: truncated
-- input { 7i8 2i8 } output { 3i8 1i8 }
-- input { -7i8 2i8 } output { -3i8 -1i8 }
-- input { 7i8 -2i8 } output { -3i8 1i8 }
-- input { -7i8 -2i8 } output { 3i8 -1i8 }
-- input { 127i8 3i8 } output { 42i8 1i8 }
-- input { -128i8 3i8 } output { -42i8 -2i8 }
-- input { -128i8 -1i8 } output { -128i8 0i8 }
-- input { 6i8 -3i8 } output { -2i8 0i8 }
-- input { 0i8 0i8 } error: [Dd]ivision by zero

-- ==
-- entry: restored
-- input { 7i8 2i8 } output { true true }
-- input { -7i8 2i8 } output { true true }
-- input { 7i8 -2i8 } output { true true }
-- input { -7i8 -2i8 } output { true true }

entry floor (a: i8) (b: i8) : (i8, i8) = (a / b, a % b)
entry truncated (a: i8) (b: i8) : (i8, i8) = (a // b, a %% b)
entry restored (a: i8) (b: i8) : (bool, bool) = (a / b * b + a % b == a, a // b * b + a %% b == a)
