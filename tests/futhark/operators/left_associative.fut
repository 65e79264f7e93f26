-- Operators that associate to the left, level by level.
-- ==
-- entry: arithmetic
-- input { 100i32 10i32 3i32 } output { 87i32 3i32 1i32 93i32 }
-- input { 7i32 2i32 2i32 } output { 3i32 1i32 1i32 7i32 }

-- ==
-- entry: powers
-- input { 2i32 3i32 2i32 } output { 64i32 512i32 }
-- input { 3i32 2i32 2i32 } output { 81i32 81i32 }

-- ==
-- entry: shifts
-- input { 1i32 3i32 1i32 } output { 16i32 4i32 }
-- input { 64i32 2i32 1i32 } output { 512i32 128i32 }

-- ==
-- entry: truncated
-- input { -100i32 7i32 3i32 } output { -4i32 -2i32 }
-- input { 100i32 7i32 3i32 } output { 4i32 2i32 }

entry arithmetic (a: i32) (b: i32) (c: i32) : (i32, i32, i32, i32) = (a - b - c, a / b / c, a % (b + 1) % c, a - b + c)
entry powers (a: i32) (b: i32) (c: i32) : (i32, i32) = (a ** b ** c, a ** (b ** c))
entry shifts (a: i32) (b: i32) (c: i32) : (i32, i32) = (a << b << c, a << b >> c)
entry truncated (a: i32) (b: i32) (c: i32) : (i32, i32) = (a // b // c, a %% b %% c)
