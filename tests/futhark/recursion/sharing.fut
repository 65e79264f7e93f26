-- Results that share with an argument: copied before they are written to, and not written through.
-- ==
-- entry: kept
-- input { 0i64 } output { [7, 2, 3] [1, 2, 3] }
-- input { 3i64 } output { [7, 2, 3] [1, 2, 3] }

-- ==
-- entry: both
-- input { [1, 2, 3] } output { [1, 2, 3] [9, 2, 3] }

def later (n: i64) (xs: [3]i32) : [3]i32 = if n == 0 then xs else later (n - 1) xs

def fresh (n: i64) (xs: [3]i32) : *[3]i32 = if n == 0 then copy xs else fresh (n - 1) xs

entry kept (n: i64) : ([3]i32, [3]i32) =
  let xs = [1, 2, 3]
  let ys = copy (later n xs) with [0] = 7
  in (ys, xs)

entry both (xs: [3]i32) : ([3]i32, [3]i32) =
  let ys = fresh 2 xs
  let ys = ys with [0] = 9
  in (later 2 xs, ys)
