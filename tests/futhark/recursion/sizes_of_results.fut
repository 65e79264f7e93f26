-- Recursive functions whose results have sizes that their callers may know beforehand: the size of an argument, twice
-- that, a number of the caller's, one that a check comes before; and some that only the recursion tells.
-- ==
-- entry: smooth
-- input { [1i64, 2i64, 3i64] 2i64 } output { 3i64 [8i64, 8i64, 8i64] }
-- input { [5i64] 3i64 } output { 1i64 [40i64] }
-- input { empty([0]i64) 4i64 } output { 0i64 empty([0]i64) }

-- ==
-- entry: mirrored
-- input { [1i64, 2i64] 2i64 } output { [4i64, 5i64, 5i64, 4i64] }
-- input { empty([0]i64) 2i64 } output { empty([0]i64) }

-- ==
-- entry: tables
-- input { 3i64 2i64 } output { [[0i64, 1i64, 2i64], [0i64, 2i64, 4i64]] }
-- input { 0i64 2i64 } output { empty([2][0]i64) }

-- ==
-- entry: row
-- input { 3i64 } output { [0i64, 3i64, 6i64] }
-- input { -1i64 } error: cannot have -1 elements

-- ==
-- entry: parts
-- input { 7i64 2i64 [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] } output { 3i64 [3i64, 7i64, 11i64] }
-- input { 7i64 0i64 [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] } error: division by zero
-- input { 0i64 0i64 empty([0]i64) } error: Index \[0\] out of bounds
-- input { 1i64 1i64 [-1i64] } error: Assertion

-- ==
-- entry: swapped
-- input { [1i64, 2i64, 3i64] [4i64] 2i64 } output { [1i64, 2i64, 3i64] }
-- input { [1i64, 2i64, 3i64] [4i64] 3i64 } output { [4i64] }

-- ==
-- entry: digits
-- input { 1203i64 } output { [3i64, 0i64, 2i64, 1i64] }
-- input { 0i64 } output { [0i64] }

def smoothed [n] (xs: [n]i64) (times: i64) : []i64 =
  if times <= 0 then xs else smoothed (map (\i -> xs[i] + xs[n - 1 - i]) (iota n)) (times - 1)

entry smooth (xs: []i64) (times: i64) : (i64, []i64) =
  let ys = smoothed xs times
  in (length ys, ys)

def mirror [n] (xs: [n]i64) (times: i64) : []i64 =
  if times <= 0 then xs ++ reverse xs else mirror (map (+ times) xs) (times - 1)

entry mirrored (xs: []i64) (times: i64) : []i64 = mirror xs times

-- Each row has the size that all of them have.
def scaled (n: i64) (by: i64) : [n]i64 =
  if by <= 0 then iota n else map2 (+) (iota n) (scaled n (by - 1))

entry tables (n: i64) (m: i64) : [m][n]i64 = map (scaled n) (iota m)

entry row (n: i64) : [n]i64 = scaled n 2

-- Sums of parts. The size relies on a division, before which the first element is looked at.
def sums [n] (width: i64) (depth: i64) (xs: [n]i64) : []i64 =
  let first = xs[0]
  let count = n / width
  let fine = assert (first >= 0 || depth > 0) first
  let own = map (\i -> i64.sum xs[i * width:(i + 1) * width]) (iota count)
  in if depth <= 0 then own
     else map2 (\x y -> x + y - y + fine - fine) own (sums width (depth - 1) xs :> [count]i64)

entry parts (n: i64) (width: i64) (xs: []i64) : (i64, []i64) =
  let given = assert (n == length xs) xs
  let negative = all (>= 0) given
  let checked = if negative then given else sums 1 0 given
  let ys = sums width 2 checked
  in (length ys, ys)

def turns [n] [m] (xs: [n]i64) (ys: [m]i64) (times: i64) : []i64 =
  if times <= 0 then xs else turns ys xs (times - 1)

entry swapped (xs: []i64) (ys: []i64) (times: i64) : []i64 = turns xs ys times

def digits_of (x: i64) : []i64 =
  if x < 10 then [x] else [x % 10] ++ digits_of (x / 10)

entry digits (x: i64) : []i64 = digits_of x
