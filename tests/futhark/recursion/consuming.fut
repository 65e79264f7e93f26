-- Functions that consume a parameter and pass it on, in place all the way.
-- ==
-- entry: filled
-- input { 0i64 } output { empty([0]i32) }
-- input { 1i64 } output { [1] }
-- input { 6i64 } output { [1, 2, 3, 4, 5, 6] }

-- ==
-- entry: reversed
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [1] } output { [1] }
-- input { [1, 2] } output { [2, 1] }
-- input { [1, 2, 3, 4, 5] } output { [5, 4, 3, 2, 1] }

def fill [n] (i: i64) (xs: *[n]i32) : *[n]i32 =
  if i == 0 then xs else fill (i - 1) (xs with [i - 1] = i32.i64 i)

def turn [n] (i: i64) (xs: *[n]i32) : *[n]i32 =
  if i >= n / 2 then xs else
  let (a, b) = (xs[i], xs[n - 1 - i])
  in turn (i + 1) (xs with [i] = b with [n - 1 - i] = a)

entry filled (n: i64) : []i32 = fill n (replicate n 0)
entry reversed [n] (xs: *[n]i32) : [n]i32 = turn 0 xs
