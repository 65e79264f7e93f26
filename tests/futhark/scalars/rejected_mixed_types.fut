-- There are no implicit conversions between number types.
-- ==
-- error: i64

entry mixed (count: i32) (sizes: []i64) : i64 = count * i64.sum sizes
