-- passes: inline simplify cse dead-code fuse simplify dead-code flatten-all
-- A map of a loop over maps becomes a loop of nests.
def f [n] [m] (k: i64) (a: [n][m]i64) = map (\row -> loop r = row for i < k do map (\x -> x * 2 + i) r) a
entry main : [][]i64 = f 3 [[1, 2, 3], [4, 5, 6]]
