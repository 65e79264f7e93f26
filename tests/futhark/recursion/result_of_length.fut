-- Recursive functions whose results have the length of an argument, or of a part of one.
-- ==
-- entry: main
-- input { [1i64, 2] } output { 2i64 [4i64, 4] }
-- input { empty([0]i64) } output { 0i64 empty([0]i64) }

-- ==
-- entry: rows
-- input { [[1, 2, 3], [4, 5, 6]] } output { [2, 2, 2] }
-- input { [[7]] } output { [2] }

def zeros [n] (k: i64) (xs: [n]i64) : [length xs]i64 =
  if k == 0 then replicate (length xs) 0 else zeros (k - 1) xs

def count [n] (k: i64) (xs: [n]i64) : [length xs]i64 =
  if k == 0 then replicate (length xs) 0 else map (+ 1) (count (k - 1) xs)

def first_row [n][m] (k: i32) (xss: [n][m]i32) : [length (head xss)]i32 =
  if k == 0 then replicate (length (head xss)) 0 else map (+ 1) (first_row (k - 1) xss)

entry main (xs: []i64) : (i64, []i64) = (length (zeros 3 xs), map2 (+) (count 4 xs) (zeros 1 xs))

entry rows (xss: [][]i32) : []i32 = first_row 2 xss
