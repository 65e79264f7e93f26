-- Two indices need two dimensions.
-- ==
-- error: .

entry corner (xs: []i32) : i32 = xs[0, 0]
