-- Powers with negative exponents stop the program on integers only.
-- ==
-- entry: signed
-- input { 2i64 10i64 } output { 1024i64 }
-- input { 2i64 0i64 } output { 1i64 }
-- input { 2i64 -1i64 } error: negative exponent

-- ==
-- entry: floats
-- input { 2f64 -1f64 } output { 0.5f64 }
-- input { 0f64 -1f64 } output { f64.inf }

-- ==
-- entry: mapped
-- input { [0i8, 1, 2] } output { [1i8, 3, 9] }
-- input { [0i8, -1] } error: negative exponent

entry signed (a: i64) (b: i64) : i64 = a ** b
entry floats (a: f64) (b: f64) : f64 = a ** b
entry mapped [n] (xs: [n]i8) : [n]i8 = map (3 **) xs
