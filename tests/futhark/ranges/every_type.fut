-- Ranges of every type of integers.
-- ==
-- entry: signed
-- input { 2i8 2i16 2i32 2i64 } output { [0i8, 1, 2] [0i16, 1] [2i32, 1] [0i64, 2, 4] }

-- ==
-- entry: unsigned
-- input { 3u8 3u16 3u32 3u64 } output { [0u8, 1, 2, 3] [0u16, 1, 2] [3u32, 2, 1] [3u64, 5, 7, 9] }
-- input { 1u8 1u16 1u32 1u64 } output { [0u8, 1] [0u16] [1u32] [1u64, 3, 5, 7, 9] }

-- ==
-- entry: ends
-- input { } output { [254u8, 255] [-128i8, -127] [32766i16, 32767] }

entry signed (a: i8) (b: i16) (c: i32) (d: i64) : ([]i8, []i16, []i32, []i64) = (0...a, 0..<b, c..>0, 0..d...4)
entry unsigned (a: u8) (b: u16) (c: u32) (d: u64) : ([]u8, []u16, []u32, []u64) =
  (0...a, 0..<b, c..>0, d..d + 2...9)
entry ends = (254u8...255, -128i8...-127, 32766i16...32767)
