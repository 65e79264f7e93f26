-- `*`, `/`, `%`, `//` and `%%` share a level, above sums and below powers.
-- ==
-- entry: main
-- input { 7i32 2i32 } output { 6i32 2i32 15i32 3i32 14i32 }
-- input { -7i32 2i32 } output { -8i32 2i32 -13i32 -11i32 -14i32 }

-- ==
-- entry: mixed
-- input { 17i32 5i32 3i32 } output { 9i32 6i32 0i32 }
-- input { -17i32 5i32 3i32 } output { -12i32 -6i32 0i32 }

entry main (a: i32) (b: i32) : (i32, i32, i32, i32, i32) =
  (a / b * b, a % b * b, 1 + a * b, a - b * b, a + a % b * a)
entry mixed (a: i32) (b: i32) (c: i32) : (i32, i32, i32) = (a / b * c, a %% b * c, a // b % c)
