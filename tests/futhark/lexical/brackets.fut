-- Brackets right after a name, a parenthesis or a bracket are an index; after a blank they are an argument.
-- ==
-- entry: main
-- input { [[1i32, 2], [3, 4]] } output { 4i32 3i32 6i32 2i32 [1i32, 3] }
-- input { [[0i32, 9], [5, 7]] } output { 7i32 5i32 14i32 9i32 [0i32, 5] }

def total (xs: []i32) : i32 = i32.sum xs
def first [n] (a: [2][n]i32) : [n]i32 = a[0]
entry main (a: [2][2]i32) : (i32, i32, i32, i32, [2]i32) =
  ( a[1][1]
  , (a[1])[0]
  , total [a[1, 1], 2] + total [] * 5 + (if a[1][1] == 4 then 0 else 5)
  , (first a)[1]
  , map (\row -> row[0]) a
  )
