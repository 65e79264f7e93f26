-- Underscores inside of numbers of every base and of floats mean nothing.
-- ==
-- entry: integers
-- input { } output { 1000000i32 123i32 65535i32 15i32 true }

-- ==
-- entry: floats
-- input { } output { 1000.5f64 123456.75f64 1000f32 2f64 }

-- ==
-- entry: equal
-- input { 1000000i32 } output { true }
-- input { 100000i32 } output { false }

entry integers = (1_000_000, 1_2_3, 0xff_ff, 0b11_11, 1_0 == 10)
entry floats = (1_000.5, 123_456.7_5, 1_000f32, 0.2_0e1)
entry equal (x: i32) : bool = x == 1_000_000 && x == 1000_000
