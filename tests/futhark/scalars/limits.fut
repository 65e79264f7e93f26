-- The ends of the ranges: literals at the limits, and operations that just do and just do not overflow.
-- ==
-- entry: literals
-- input { } output { -128i8 127i8 -32768i16 -2147483648i32 -9223372036854775808i64 255u8 18446744073709551615u64 }

-- ==
-- entry: negated
-- input { -128i8 -32768i16 -2147483648i32 -9223372036854775808i64 }
-- output { -128i8 -32768i16 -2147483648i32 -9223372036854775808i64 -128i8 -2147483648i32 }
-- input { 1i8 1i16 1i32 1i64 } output { -1i8 -1i16 -1i32 -1i64 1i8 1i32 }

-- ==
-- entry: average
-- input { 2147483647 2147483647 } output { -1 2147483647 2147483647 }
-- input { -2147483648 2147483647 } output { -1 -1 -1 }
-- input { 3 8 } output { 5 5 5 }

-- ==
-- entry: saturated
-- input { 100i8 100i8 } output { 127i8 false }
-- input { -100i8 -100i8 } output { -128i8 false }
-- input { 100i8 -100i8 } output { 0i8 true }
-- input { 127i8 0i8 } output { 127i8 true }

-- ==
-- entry: carried
-- input { [4294967295u32, 4294967295, 0] [1u32, 0, 0] } output { [0u32, 0, 1] 0u32 }
-- input { [4294967295u32] [4294967295u32] } output { [4294967294u32] 1u32 }
-- input { empty([0]u32) empty([0]u32) } output { empty([0]u32) 0u32 }

-- ==
-- entry: precision
-- input { } output { 16777216f32 16777217f64 true false }

-- ==
-- entry: tiny
-- input { 1.0 } output { 1074 1023 }

entry literals =
  (-128i8, 127i8, -32768i16, -2147483648i32, -9223372036854775808i64, 255u8, 18_446_744_073_709_551_615u64)

entry negated (a: i8) (b: i16) (c: i32) (d: i64) = (-a, -b, -c, -d, i8.abs a, i32.abs c)

-- | The mean of two numbers, rounded down: wrongly, by way of a wider type, and with bits.
entry average (a: i32) (b: i32) =
  ((a + b) / 2, i32.i64 ((i64.i32 a + i64.i32 b) / 2), (a & b) + ((a ^ b) >> 1))

entry saturated (a: i8) (b: i8) =
  let wide = i16.i8 a + i16.i8 b
  let narrow = i8.i16 (i16.max (-128) (i16.min 127 wide))
  in (narrow, narrow == a + b && i16.i8 narrow == wide)

-- | Adds numbers of many words, the least word first; and the last carry.
entry carried [n] (xs: [n]u32) (ys: [n]u32) =
  let (sums, carry) =
    loop (sums, carry) = (replicate n 0u32, 0u32) for i < n do
      let wide = u64.u32 xs[i] + u64.u32 ys[i] + u64.u32 carry
      in (sums with [i] = u32.u64 wide, u32.u64 (wide >> 32))
  in (sums, carry)

entry precision =
  (16777216f32 + 1, 16777216f64 + 1, f32.f64 0.1 == 0.1f32, 0.1 + 0.2 == 0.3)

-- | How often a number can be halved before it is zero, and doubled before it is infinite.
entry tiny (x: f64) =
  ((loop (y, k) = (x, -1) while y > 0 do (y / 2, k + 1)).1,
   (loop (y, k) = (x, -1) while y < f64.inf do (y * 2, k + 1)).1)
