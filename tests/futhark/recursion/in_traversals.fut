-- Calls in the functions of reductions, scans, filters and histograms.
-- ==
-- entry: reduced
-- input { [12, 18, 30] } output { 6 }
-- input { empty([0]i32) } output { 0 }

-- ==
-- entry: scanned
-- input { [12, 18, 9, 6] } output { [12, 6, 3, 3] }

-- ==
-- entry: filtered
-- input { [0, 1, 2, 3, 10, 11] } output { [0, 2, 10] }

-- ==
-- entry: histogram
-- input { [0i64, 1i64, 0i64, 2i64, 9i64] [8, 9, 12, 7, 1] } output { [4, 9, 7] }

def gcd (a: i32) (b: i32) : i32 = if b == 0 then a else gcd b (a % b)

def is_even (n: i32) : bool = if n < 2 then n == 0 else is_even (n - 2)

entry reduced (xs: []i32) : i32 = reduce gcd 0 xs
entry scanned [n] (xs: [n]i32) : [n]i32 = scan gcd 0 xs
entry filtered (xs: []i32) : []i32 = filter is_even xs
entry histogram [n] (is: [n]i64) (xs: [n]i32) : [3]i32 = reduce_by_index (replicate 3 0) gcd 0 is xs
