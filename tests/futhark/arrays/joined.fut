-- Many arrays joined in one expression, also where one of them is changed, kept or joined to itself.
-- ==
-- entry: many
-- input { [1, 2] } output { [1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 1, 2] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: changed
-- input { [1, 2] } output { [1, 2, 1, 2, 7] [9, 2] }
-- input { empty([0]i32) } error: out of bounds

-- ==
-- entry: kept
-- input { [1] [2] } output { [1, 2] [1, 2, 1] [2, 1, 2] }

-- ==
-- entry: doubled
-- input { [4, 5] } output { [4, 5, 4, 5, 4, 5, 4, 5] }

-- ==
-- entry: rows
-- input { [[1, 2]] [[3, 4], [5, 6]] } output { [[1, 2], [3, 4], [5, 6], [1, 2]] }
-- input { [[1, 2]] [[3], [5]] } error: 2

-- ==
-- entry: rounds
-- input { [3] 3i64 } output { [3, 0, 3, 1, 3, 2, 3] }

entry many (xs: []i32) =
  map (+ 0) xs
  ++ map (+ 1) xs
  ++ map (+ 2) xs
  ++ map (+ 3) xs
  ++ map (+ 4) xs
  ++ xs

entry changed (xs: []i32) =
  let fresh = copy xs
  let twice = fresh ++ fresh
  let longer = twice ++ [7]
  let fresh = fresh with [0] = 9
  in (longer, fresh)

entry kept (xs: []i32) (ys: []i32) =
  let both = xs ++ ys
  in (both, both ++ xs, ys ++ both)

entry doubled (xs: []i32) =
  let twice = xs ++ xs
  in twice ++ twice

entry rows [n][m][k] (xs: [n][k]i32) (ys: [m][k]i32) = xs ++ ys ++ xs

entry rounds (xs: []i32) (n: i64) =
  loop all = xs for i < n do
    let next = [i32.i64 i]
    in all ++ (next ++ xs)
