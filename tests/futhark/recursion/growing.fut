-- Results of changing size: built up from the end, from the start, and doubled.
-- ==
-- entry: collatz
-- input { 1 } output { [1] }
-- input { 6 } output { [6, 3, 10, 5, 16, 8, 4, 2, 1] }
-- input { 7 } output { [7, 22, 11, 34, 17, 52, 26, 13, 40, 20, 10, 5, 16, 8, 4, 2, 1] }

-- ==
-- entry: countdown
-- input { 0 } output { empty([0]i32) }
-- input { 1 } output { [1] }
-- input { 5 } output { [5, 4, 3, 2, 1] }

-- ==
-- entry: doubled
-- input { 0 [1, 2, 3] } output { [1, 2, 3] }
-- input { 1 [1, 2, 3] } output { [1, 2, 3, 1, 2, 3] }
-- input { 3 [1, 2, 3] } output { [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3] }

def steps (n: i32) : []i32 =
  if n == 1 then [1] else [n] ++ steps (if n % 2 == 0 then n / 2 else 3 * n + 1)

def down (n: i32) (so_far: []i32) : []i32 = if n == 0 then so_far else down (n - 1) (so_far ++ [n])

def double (n: i32) (xs: []i32) : []i32 = if n == 0 then xs else double (n - 1) (xs ++ xs)

entry collatz (n: i32) : []i32 = steps n
entry countdown (n: i32) : []i32 = down n []
entry doubled (n: i32) (xs: []i32) : []i32 = double n xs
