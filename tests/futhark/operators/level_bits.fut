-- `&`, `^` and `|` share a level and associate to the left; they bind more tightly than comparisons.
-- ==
-- entry: main
-- input { 6i32 3i32 8i32 } output { 10i32 0i32 7i32 13i32 }
-- input { 1i32 1i32 1i32 } output { 1i32 1i32 1i32 1i32 }

-- ==
-- entry: compared
-- input { 6i32 } output { true false true }
-- input { 7i32 } output { true true false }

-- ==
-- entry: sums
-- input { 5i32 3i32 } output { 8i32 0i32 }
-- input { 1i32 1i32 } output { 2i32 0i32 }

-- Each of these is read from the left, whatever the operators are.
entry main (a: i32) (b: i32) (c: i32) : (i32, i32, i32, i32) =
  (a & b | c, a | b & c, a ^ (c & b) | b, a ^ b | c)
entry compared (x: i32) : (bool, bool, bool) = (x & 4 == 4, x & 1 != 0, x | 1 == 7 && x ^ 1 > 6)
entry sums (a: i32) (b: i32) : (i32, i32) = (0 | a + b, a + b & a - b)
