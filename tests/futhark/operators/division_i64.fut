-- Both divisions and both remainders on i64, for every combination of signs, at the ends of the range, and by zero.
-- ==
-- entry: floor
-- input { 7i64 2i64 } output { 3i64 1i64 }
-- input { -7i64 2i64 } output { -4i64 1i64 }
-- input { 7i64 -2i64 } output { -4i64 -1i64 }
-- input { -7i64 -2i64 } output { 3i64 -1i64 }
-- input { 9223372036854775807i64 3i64 } output { 3074457345618258602i64 1i64 }
-- input { -9223372036854775808i64 3i64 } output { -3074457345618258603i64 1i64 }
-- input { -9223372036854775808i64 -1i64 } output { -9223372036854775808i64 0i64 }
-- input { 6i64 -3i64 } output { -2i64 0i64 }
-- input { 5i64 0i64 } error: [Dd]ivision by zero

-- ==
-- entry: truncated
-- input { 7i64 2i64 } output { 3i64 1i64 }
-- input { -7i64 2i64 } output { -3i64 -1i64 }
-- input { 7i64 -2i64 } output { -3i64 1i64 }
-- input { -7i64 -2i64 } output { 3i64 -1i64 }
-- input { 9223372036854775807i64 3i64 } output { 3074457345618258602i64 1i64 }
-- input { -9223372036854775808i64 3i64 } output { -3074457345618258602i64 -2i64 }
-- input { -9223372036854775808i64 -1i64 } output { -9223372036854775808i64 0i64 }
-- input { 6i64 -3i64 } output { -2i64 0i64 }
-- input { 0i64 0i64 } error: [Dd]ivision by zero

-- ==
-- entry: restored
-- input { 7i64 2i64 } output { true true }
-- input { -7i64 2i64 } output { true true }
-- input { 7i64 -2i64 } output { true true }
-- input { -7i64 -2i64 } output { true true }

entry floor (a: i64) (b: i64) : (i64, i64) = (a / b, a % b)
entry truncated (a: i64) (b: i64) : (i64, i64) = (a // b, a %% b)
entry restored (a: i64) (b: i64) : (bool, bool) = (a / b * b + a % b == a, a // b * b + a %% b == a)
