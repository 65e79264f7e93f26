-- Hexadecimal floats: a point, a binary exponent of each sign, suffixes, and exact values.
-- ==
-- entry: values
-- input { } output { 12f64 0.5f64 255.9375f64 1f64 }

-- ==
-- entry: narrow
-- input { } output { 0.75f32 6.5f16 -3f32 }

-- ==
-- entry: exact
-- input { } output { true true true }

entry values = (0x1.8p3, 0x1.0p-1, 0xff.fp0, 0x0.1p4)
entry narrow = (0x1.8p-1f32, 0x1.ap2f16, -0x3.0p0f32)
entry exact = (0x1.0p-52 == f64.epsilon, 0x1.999999999999ap-4 == 0.1, 0x1.fffffep127f32 == 3.4028234663852886e38f32)
