-- Negation binds like a call: tighter than every operator, and over a whole application.
-- ==
-- entry: main
-- input { 3i32 2i32 } output { -1i32 5i32 -6i32 9i32 -4i32 }
-- input { 0i32 1i32 } output { 1i32 1i32 0i32 0i32 -1i32 }

-- ==
-- entry: places
-- input { [1i32, 2] } output { -2i32 [-1i32, -2] -3i32 3i32 }
-- input { [0i32, 0] } output { 0i32 [0i32, 0] 0i32 0i32 }

-- ==
-- entry: unsigned
-- input { 1u8 } output { 255u8 255u8 }
-- input { 0u8 } output { 0u8 0u8 }

def inc (x: i32) : i32 = x + 1
entry main (a: i32) (b: i32) : (i32, i32, i32, i32, i32) = (-a + b, a - -b, -a * b, (-a) ** 2, -inc a)
entry places (xs: [2]i32) : (i32, [2]i32, i32, i32) =
  (-xs[1], map (\x -> -x) xs, -i32.sum xs, - -(xs[0] + xs[1]))
entry unsigned (x: u8) : (u8, u8) = (-x, -(x ** 3))
