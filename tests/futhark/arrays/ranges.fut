-- Ranges of every form, of several integer types, and the ones that are not allowed.
-- ==
-- entry: inclusive
-- input { 2 5 } output { [2, 3, 4, 5] [2, 4] }
-- input { 3 3 } output { [3] [3] }
-- input { -2 1 } output { [-2, -1, 0, 1] [-2, 0] }

-- ==
-- entry: exclusive
-- input { 2 5 } output { [2, 3, 4] [2, 4] }
-- input { 3 3 } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: downward
-- input { 5 2 } output { [5, 4, 3] [5, 3] [5, 3] }
-- input { 6 1 } output { [6, 5, 4, 3, 2] [6, 4, 2] [6, 4, 2] }
-- input { 2 2 } output { empty([0]i32) empty([0]i32) [2] }

-- ==
-- entry: steps
-- input { 0i64 3i64 10i64 } output { [0i64, 3, 6, 9] [0i64, 3, 6, 9] }
-- input { 0i64 3i64 9i64 } output { [0i64, 3, 6, 9] [0i64, 3, 6] }
-- input { 0i64 0i64 9i64 } error: ange
-- input { 5i64 4i64 9i64 } error: ange

-- ==
-- entry: bytes
-- input { 250u8 255u8 } output { [250u8, 251, 252, 253, 254] [97u8, 98, 99, 100, 101] }

-- ==
-- entry: small
-- input { } output { [-1i8, 0, 1] [10i16, 8, 6] [3u32, 4] [1u64, 3, 5, 7] }

-- ==
-- entry: sums
-- input { 10i64 } output { 45i64 55i64 25i64 [0i64, 1, 4, 9, 16, 25, 36, 49, 64, 81] }
-- input { 0i64 } error: ange
-- input { 1i64 } output { 0i64 1i64 1i64 [0i64] }

entry inclusive (a: i32) (b: i32) = (a...b, a..a + 2...b)
entry exclusive (a: i32) (b: i32) = (a..<b, a..a + 2..<b)
entry downward (a: i32) (b: i32) = (a..>b, a..a - 2..>b, a..a - 2...b)
entry steps (a: i64) (b: i64) (c: i64) = (a..b...c, a..b..<c)
entry bytes (a: u8) (b: u8) = (a..<b, 'a'...'e' : []u8)
entry small = (-1i8...1, 10i16..8..>5, 3u32..<5, 1u64..3...8)

entry sums (n: i64) =
  (i64.sum (0..<n), i64.sum (1...n), i64.sum (1..3...n), map (\i -> i * i) (iota n))
