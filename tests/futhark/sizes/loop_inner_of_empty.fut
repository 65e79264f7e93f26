-- A loop that doubles the rows of an array which has none.
-- ==
-- entry: main
-- input { 0i64 } output { 4i64 }

def w [n] [m] 'a (_: [n][m]a) = m
entry main (n: i64) = w (loop xs = replicate n (iota 2) for i < 1i32 do map (\x -> x ++ x) xs)
