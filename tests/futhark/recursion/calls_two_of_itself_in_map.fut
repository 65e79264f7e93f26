-- A recursive function whose map calls it again for every element.
-- ==
-- entry: main
-- input { 0i64 } output { 1i64 }
-- input { 3i64 } output { 8i64 }
-- input { 5i64 } output { 32i64 }

-- ==
-- entry: perms
-- input { 0i64 } output { 1i64 }
-- input { 4i64 } output { 24i64 }

def leaves (d: i64) : i64 = if d == 0 then 1 else i64.sum (map (\_ -> leaves (d - 1)) [0i64, 1])

def count (n: i64) : i64 = if n == 0 then 1 else i64.sum (map (\_ -> count (n - 1)) (iota n))

entry main (d: i64) : i64 = leaves d
entry perms (n: i64) : i64 = count n
