-- Sums and products over whole arrays wrap around like single operations do.
-- ==
-- entry: bytes
-- input { [200u8, 100] } output { 44u8 32u8 }
-- input { [255u8, 1] } output { 0u8 255u8 }
-- input { empty([0]u8) } output { 0u8 1u8 }

-- ==
-- entry: longs
-- input { [9223372036854775807i64, 1] } output { -9223372036854775808i64 9223372036854775807i64 }
-- input { [4294967296i64, 4294967296] } output { 8589934592i64 0i64 }

-- ==
-- entry: factorial
-- input { 12i32 } output { 479001600i32 }
-- input { 13i32 } output { 1932053504i32 }
-- input { 0i32 } output { 1i32 }

entry bytes (xs: []u8) : (u8, u8) = (u8.sum xs, u8.product xs)
entry longs (xs: []i64) : (i64, i64) = (i64.sum xs, i64.product xs)
entry factorial (n: i32) : i32 = i32.product (1..<n + 1)
