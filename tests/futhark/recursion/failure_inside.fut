-- A failure at the bottom of a recursion, near its top, and in a deep one.
-- ==
-- entry: index
-- input { [5, 6, 7] 2i64 } output { 18 }
-- input { [5, 6, 7] 3i64 } error: Index \[3\] out of bounds
-- input { empty([0]i32) 0i64 } error: Index \[0\] out of bounds

-- ==
-- entry: bottom
-- input { 0i64 } error: Assertion is false
-- input { 100000i64 } error: Assertion is false

-- ==
-- entry: half
-- input { 8i64 } output { 3i64 }
-- input { 12i64 } error: Assertion is false

def total (xs: []i32) (i: i64) : i32 = if i == 0 then xs[0] else xs[i] + total xs (i - 1)

def dig (n: i64) : i64 = if n == 0 then (assert false 0) else 1 + dig (n - 1)

def halves (n: i64) : i64 = if n == 1 then 0 else let m = halves (n / 2) in assert (n % 2 == 0) (m + 1)

entry index (xs: []i32) (i: i64) : i32 = total xs i
entry bottom (n: i64) : i64 = dig n
entry half (n: i64) : i64 = halves n
