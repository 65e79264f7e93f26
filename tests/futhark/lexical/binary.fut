-- Binary literals: separators, suffixes, both letter cases of the prefix, and as masks.
-- ==
-- entry: values
-- input { } output { 0i32 1i32 10i32 255u8 -128i8 4294967296i64 }

-- ==
-- entry: masked
-- input { 0xffu8 } output { 0xaau8 0x55u8 }
-- input { 0x0fu8 } output { 0x0au8 0x05u8 }
-- input { 0u8 } output { 0u8 0u8 }

entry values =
  (0b0, 0B1, 0b1010, 0b1111_1111u8, -0b1000_0000i8, 0b1_0000_0000_0000_0000_0000_0000_0000_0000i64)
entry masked (x: u8) : (u8, u8) = (x & 0b10101010, x & 0b0101_0101u8)
