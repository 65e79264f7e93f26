-- `**` binds more tightly than every other operator, but less than negation and calls.
-- ==
-- entry: main
-- input { 2i32 3i32 } output { 16i32 24i32 -8i32 9i32 11i32 }
-- input { -1i32 2i32 } output { 2i32 2i32 1i32 0i32 3i32 }

-- ==
-- entry: calls
-- input { 3i32 } output { 16i32 10i32 }
-- input { 0i32 } output { 1i32 1i32 }

def inc (x: i32) : i32 = x + 1
entry main (a: i32) (b: i32) : (i32, i32, i32, i32, i32) =
  (2 * a ** b, b * a ** b, -a ** b, (a + 1) ** (b - 1), b + a ** b)
entry calls (x: i32) : (i32, i32) = (inc x ** 2, inc (x ** 2))
