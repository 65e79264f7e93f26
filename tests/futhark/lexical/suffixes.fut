-- Every suffix of integers and of floats, and that a suffix decides the type of what it is in.
-- ==
-- entry: integers
-- input { } output { 1i8 2i16 3i32 4i64 5u8 6u16 7u32 8u64 }

-- ==
-- entry: floats
-- input { } output { 1f16 2f32 3f64 1.5f16 2.5f32 3.5f64 }

-- ==
-- entry: decides
-- input { } output { 44u8 -2i16 [1u8, 2, 3] [0.5f32, 2] }

entry integers = (1i8, 2i16, 3i32, 4i64, 5u8, 6u16, 7u32, 8u64)
entry floats = (1f16, 2f32, 3f64, 1.5f16, 2.5f32, 3.5f64)
-- The unsuffixed operands take the type of the other ones, so that these wrap around.
entry decides = (200 + 100u8, 0x7fff * 2i16, [1, 2, 3u8], [0.5, 2f32])
