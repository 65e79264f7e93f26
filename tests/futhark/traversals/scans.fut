-- Inclusive and exclusive scans, of tuples too.
-- ==
-- entry: basic
-- input { [3, 1, 4, 1, 5] } output { [3, 4, 8, 9, 14] [0, 3, 4, 8, 9] [3, 3, 4, 4, 5] [1, 3, 3, 12, 12] }
-- input { [7] } output { [7] [0] [7] [1] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: segmented
-- input { [true, false, true, false, false] [1, 2, 3, 4, 5] } output { [1, 3, 3, 7, 12] }
-- input { [false, false] [1, 2] } output { [1, 3] }
-- input { empty([0]bool) empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: recurrence
-- input { [2, 3, 4] [1, 1, 1] 1 } output { [3, 10, 41] }
-- input { empty([0]i32) empty([0]i32) 1 } output { empty([0]i32) }

-- ==
-- entry: depth
-- input { "(()(()))" } output { [1, 2, 1, 2, 3, 2, 1, 0] true }
-- input { "())(" } output { [1, 0, -1, 0] false }
-- input { "" } output { empty([0]i32) true }

-- ==
-- entry: last_positive
-- input { [0, 5, -1, 0, 7, -2] } output { [0, 5, 5, 5, 7, 7] }

-- ==
-- entry: both_ways
-- input { [1, 3, 2, 4] } output { [1, 3, 3, 4] [4, 4, 4, 4] 1 }
-- input { [3, 0, 2, 0, 4] } output { [3, 3, 3, 3, 4] [4, 4, 4, 4, 4] 7 }
-- input { [1] } output { [1] [1] 0 }

entry basic (xs: []i32) =
  (scan (+) 0 xs, exscan (+) 0 xs, scan i32.max i32.lowest xs, exscan (*) 1 xs |> map2 (\_ y -> y) xs)

def segmented_scan [n] 't (op: t -> t -> t) (zero: t) (flags: [n]bool) (xs: [n]t) : [n]t =
  let join (f, x) (g, y) = (f || g, if g then y else x `op` y)
  in scan join (false, zero) (zip flags xs) |> map (.1)

entry segmented [n] (flags: [n]bool) (xs: [n]i32) = segmented_scan (+) 0 flags xs

-- | All values of x = a * x + b, from the first on.
entry recurrence [n] (as: [n]i32) (bs: [n]i32) (x: i32) =
  scan (\(a0, b0) (a1, b1) -> (a0 * a1, b0 * a1 + b1)) (1, 0) (zip as bs)
  |> map (\(a, b) -> a * x + b)

entry depth (text: []u8) =
  let depths = text |> map (\c -> if c == '(' then 1 else -1) |> scan (+) 0
  in (depths, all (>= 0) depths && (null depths || last depths == 0i32))

entry last_positive (xs: []i32) = scan (\a b -> if b > 0 then b else a) 0 xs

-- | How much water stands between walls of these heights.
entry both_ways (walls: []i32) =
  let left = scan i32.max 0 walls
  let right = walls |> reverse |> scan i32.max 0 |> reverse
  in (left, right, i32.sum (map3 (\l r w -> i32.min l r - w) left right walls))
