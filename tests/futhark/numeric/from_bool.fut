-- Conversions of booleans to every type, and back.
-- ==
-- entry: signed
-- input { true } output { 1i8 1i16 1i32 1i64 }
-- input { false } output { 0i8 0i16 0i32 0i64 }

-- ==
-- entry: unsigned
-- input { true } output { 1u8 1u16 1u32 1u64 }
-- input { false } output { 0u8 0u16 0u32 0u64 }

-- ==
-- entry: floats
-- input { true } output { 1f16 1f32 1f64 }
-- input { false } output { 0f16 0f32 0f64 }

-- ==
-- entry: counted
-- input { [true, false, true] } output { 2i64 2f32 2u8 }
-- input { empty([0]bool) } output { 0i64 0f32 0u8 }

entry signed (x: bool) : (i8, i16, i32, i64) = (i8.bool x, i16.bool x, i32.bool x, i64.bool x)
entry unsigned (x: bool) : (u8, u16, u32, u64) = (u8.bool x, u16.bool x, u32.bool x, u64.bool x)
entry floats (x: bool) : (f16, f32, f64) = (f16.bool x, f32.bool x, f64.bool x)
entry counted (bs: []bool) : (i64, f32, u8) =
  (i64.sum (map i64.bool bs), f32.sum (map f32.bool bs), u8.sum (map u8.bool bs))
