-- The operators on bits are for integers only.
-- ==
-- error: f32

entry masked (x: f32) : f32 = x & 0xFF
