-- Both divisions and both remainders on i32, for every combination of signs, at the ends of the range, and by zero.
-- ==
-- entry: floor
-- input { 7i32 2i32 } output { 3i32 1i32 }
-- input { -7i32 2i32 } output { -4i32 1i32 }
-- input { 7i32 -2i32 } output { -4i32 -1i32 }
-- input { -7i32 -2i32 } output { 3i32 -1i32 }
-- input { 2147483647i32 3i32 } output { 715827882i32 1i32 }
-- input { -2147483648i32 3i32 } output { -715827883i32 1i32 }
-- input { -2147483648i32 -1i32 } output { -2147483648i32 0i32 }
-- input { 6i32 -3i32 } output { -2i32 0i32 }
-- input { 5i32 0i32 } error: [Dd]ivision by zero

-- ==
-- entry: truncated
-- input { 7i32 2i32 } output { 3i32 1i32 }
-- input { -7i32 2i32 } output { -3i32 -1i32 }
-- input { 7i32 -2i32 } output { -3i32 1i32 }
-- input { -7i32 -2i32 } output { 3i32 -1i32 }
-- input { 2147483647i32 3i32 } output { 715827882i32 1i32 }
-- input { -2147483648i32 3i32 } output { -715827882i32 -2i32 }
-- input { -2147483648i32 -1i32 } output { -2147483648i32 0i32 }
-- input { 6i32 -3i32 } output { -2i32 0i32 }
-- input { 0i32 0i32 } error: [Dd]ivision by zero

-- ==
-- entry: restored
-- input { 7i32 2i32 } output { true true }
-- input { -7i32 2i32 } output { true true }
-- input { 7i32 -2i32 } output { true true }
-- input { -7i32 -2i32 } output { true true }

entry floor (a: i32) (b: i32) : (i32, i32) = (a / b, a % b)
entry truncated (a: i32) (b: i32) : (i32, i32) = (a // b, a %% b)
entry restored (a: i32) (b: i32) : (bool, bool) = (a / b * b + a % b == a, a // b * b + a %% b == a)
