-- Shifts bind less tightly than sums, and more than the other operators on bits.
-- ==
-- entry: main
-- input { 1i32 2i32 } output { 12i32 8i32 10i32 5i32 }
-- input { 3i32 1i32 } output { 8i32 12i32 13i32 7i32 }

-- ==
-- entry: compared
-- input { 5i32 } output { true true }
-- input { 4i32 } output { false true }

entry main (a: i32) (b: i32) : (i32, i32, i32, i32) =
  (a + b << b, a << b + 1, a << b + 1 | b, a | a << b)
entry compared (x: i32) : (bool, bool) = (x >> 1 << 1 != x, x << 1 >= x + x)
