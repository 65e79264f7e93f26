-- A module that nothing defines.
-- ==
-- error: error\[E0203\]: .*`matrices`

entry first (x: f32) : f32 = matrices.trace [[x]]
