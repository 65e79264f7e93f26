-- Operators that return rows that they got, in other positions or reversed, from branches.
-- ==
-- entry: least
-- input { [[3i64, 0], [1, 1], [2, 2], [1, 3], [0, 4]] } output { [0i64, 4] [1i64, 1] }
-- input { [[0i64, 0], [1, 1], [2, 2]] } output { [0i64, 0] [1i64, 1] }
-- input { [[5i64, 0]] } output { [5i64, 0] [100i64, 100] }

-- ==
-- entry: least_before
-- input { [[3i64, 0], [1, 1], [2, 2], [0, 3]] }
-- output { [[3i64, 0], [1, 1], [1, 1], [0, 3]] [[100i64, 100], [3, 0], [2, 2], [1, 1]] }

-- ==
-- entry: least_of
-- input { [0i64, 1, 0, 1, 0, 2] [[3i64, 0], [1, 1], [2, 2], [0, 3], [1, 4], [7, 7]] }
-- output { [[1i64, 4], [0, 3]] [[2i64, 2], [1, 1]] }

-- ==
-- entry: acted
-- input { [[2i64, 3, 4], [1, 0, 0], [0, 0, 1], [1, 0, 0], [1, 0, 0]] } output { [4i64, 3, 2] }
-- input { [[1i64, 0, 0], [1, 0, 0], [1, 0, 0]] } output { [1i64, 0, 0] }

-- ==
-- entry: acted_before
-- input { [[1i64, 0, 0], [2, 3, 4], [1, 0, 0]] } output { [[1i64, 0, 0], [2, 3, 4], [4, 3, 2]] }

-- ==
-- entry: acted_of
-- input { [0i64, 1, 1, 0, 1] [[1i64, 0, 0], [2, 3, 4], [1, 0, 0], [1, 0, 0], [0, 0, 1]] }
-- output { [[0i64, 0, 1], [4, 3, 2]] }

type row = [2]i64

def none : row = [100, 100]

-- The two rows of four that begin with the least numbers.
def two ((a, b): (row, row)) ((c, d): (row, row)) : (row, row) =
  if a[0] <= c[0] then if b[0] <= c[0] then (a, b) else (a, c)
  else if a[0] <= d[0] then (c, a) else (c, d)

entry least (xs: []row) : (row, row) = reduce two (none, none) (map (\x -> (x, none)) xs)

entry least_before [n] (xs: [n]row) : ([n]row, [n]row) = unzip (scan two (none, none) (map (\x -> (x, none)) xs))

entry least_of [n] (is: [n]i64) (xs: [n]row) : ([2]row, [2]row) =
  unzip (reduce_by_index (replicate 2 (none, none)) two (none, none) is (map (\x -> (x, none)) xs))

-- Rows are functions on rows, and this is their composition: [0, 0, 1] returns its argument, [1, 0, 0] reverses it, and
-- each other one returns itself.
def after (a: [3]i64) (b: [3]i64) : [3]i64 = if b[0] == 0 then a else if b[0] == 1 then reverse a else b

entry acted (xs: [][3]i64) : [3]i64 = reduce after [0, 0, 1] xs

entry acted_before [n] (xs: [n][3]i64) : [n][3]i64 = scan after [0, 0, 1] xs

entry acted_of [n] (is: [n]i64) (xs: [n][3]i64) : [2][3]i64 =
  reduce_by_index (replicate 2 [0, 0, 1]) after [0, 0, 1] is xs
