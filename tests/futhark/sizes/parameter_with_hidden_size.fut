-- A size that a parameter hides is read off the argument, as that of `[]` is.
-- ==
-- entry: count
-- input { [1, 2, 3] [[true], [false]] } output { 3i64 2i64 }

-- ==
-- entry: twice
-- input { [1, 2] } output { [1, 2, 1, 2] }

def rows (xss: ?[n][m].[n][m]bool) : i64 = length xss

entry count (xs: ?[n].[n]i32) (xss: [][]bool) = (length xs, rows xss)

entry twice (xs: ?[n].[n]i32) : []i32 = let f (ys: ?[k].[k]i32) = ys ++ ys in f xs
