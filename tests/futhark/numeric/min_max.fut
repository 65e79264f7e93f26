-- Least and greatest values, of pairs and of arrays, and the ends of every type's range.
-- ==
-- entry: pairs
-- input { 3i32 -5i32 } output { -5i32 3i32 5i32 -1i32 }
-- input { 0i32 0i32 } output { 0i32 0i32 0i32 0i32 }

-- ==
-- entry: arrays
-- input { [3i32, 1, 2] } output { 1i32 3i32 }
-- input { empty([0]i32) } output { 2147483647i32 -2147483648i32 }

-- ==
-- entry: ends
-- input { } output { -128i8 127i8 0u8 255u8 -32768i16 65535u16 -2147483648i32 4294967295u32 }

-- ==
-- entry: floats
-- input { [2f64, -1, 0.5] } output { -1f64 2f64 }
-- input { empty([0]f64) } output { f64.inf -f64.inf }

entry pairs (a: i32) (b: i32) : (i32, i32, i32, i32) = (i32.min a b, i32.max a b, i32.abs b, i32.sgn b)
entry arrays (xs: []i32) : (i32, i32) = (i32.minimum xs, i32.maximum xs)
entry ends = (i8.lowest, i8.highest, u8.lowest, u8.highest, i16.lowest, u16.highest, i32.lowest, u32.highest)
entry floats (xs: []f64) : (f64, f64) = (f64.minimum xs, f64.maximum xs)
