-- passes: inline simplify fuse dead-code
-- A map joins the reduction of its results, and the constant argument goes into the body.
def squares [n] (k: i64) (xs: [n]i64) = map (\x -> x * x * k) xs
entry main : i64 = reduce (+) 0 (squares 1 (iota 10))
