-- The body of a loop gives what its variables hold.
-- ==
-- error: .

entry summed (xs: []f64) : f64 = loop sum = 0i32 for x in xs do x + 1
