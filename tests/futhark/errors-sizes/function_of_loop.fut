-- The value of a loop is no function.
-- ==
-- error: E0[0-9]*.*function

entry main (x: i32) : i32 = (loop f = (\y -> y + 1i32) for _i < 3 do f) x
