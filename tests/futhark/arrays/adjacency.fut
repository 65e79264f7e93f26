-- Where an index belongs to what stands before it, and where it is an argument.
-- ==
-- entry: indexed
-- input { [4, 5, 6] } output { -5 11 [5] 6 5 15 }

-- ==
-- entry: applied
-- input { [1, 2, 3] } output { 6 6 9 2 }

-- ==
-- entry: projected
-- input { [7, 8] } output { 7 8 16 [8, 7] 15 }

-- ==
-- entry: sectioned
-- input { [[1, 2], [3, 4]] } output { [1, 3] [[2, 1], [4, 3]] [2, 4] 4 [3, 4] }

-- ==
-- entry: literals
-- input { 1i64 } output { 20 [3, 4] 104u8 8 }
-- input { 0i64 } output { 10 [1, 2] 101u8 7 }

-- ==
-- entry: parenthesised
-- input { [3, 1, 2] 0i64 } output { 2 3 6 [1] }
-- input { [3, 1, 2] 1i64 } output { 1 1 4 empty([0]i32) }
-- input { [3, 1, 2] 2i64 } error: out of bounds

def sum3 (xs: []i32) = i32.sum xs
def first (xs: []i32) = xs[0]
def plus (x: i32) (y: i32) = x + y
def pair (xs: []i32) = (xs, length xs)

entry indexed (xs: []i32) =
  (-xs[1], xs[1] + xs[2], xs[1:][:1], xs[1:][1], xs[xs[0] - 3], i32.sum xs[0:3])

entry applied (xs: []i32) =
  (sum3 xs, sum3 [1, 2, 3], plus xs[0] xs[1] + sum3 [xs[0], xs[1]] + first [xs[2]], first xs[1:])

entry projected (xs: []i32) =
  let p = (xs, (reverse xs, {total = i32.sum xs}))
  in (p.0[0], p.1.0[0], p.0[0] + p.1.0[0] + 1, p.1.0, p.1.1.total)

entry sectioned (xss: [][]i32) =
  (map (.[0]) xss, map (.[::-1]) xss, map (.[1]) xss, xss[1][1], (.[1]) xss)

entry literals (i: i64) = ([10, 20][i], [[1, 2], [3, 4]][i], ("eh")[i], ([7, 8] ++ [9])[i])

entry parenthesised (xs: []i32) (i: i64) =
  ((reverse xs)[i], (id xs)[i], (map (* 2) xs |> reverse |> map (/ 2) |> map (+ 1))[i] * 2, (pair xs).0[i + 1:2])
