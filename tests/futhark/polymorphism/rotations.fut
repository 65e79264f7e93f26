-- Functions over arrays of any element, at scalars, tuples and rows.
-- ==
-- entry: scalars
-- input { [1i32, 2, 3] } output { [3i32, 1, 2] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: pairs
-- input { [1i32, 2, 3] [true, false, true] } output { [3i32, 1, 2] [true, true, false] }

-- ==
-- entry: rows
-- input { [[1i32, 2], [3, 4], [5, 6]] } output { [[5i32, 6], [1, 2], [3, 4]] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) }

def last_first [n] 'a (xs: [n]a) : [n]a = map (\i -> xs[(i + n - 1) % n]) (iota n)
entry scalars [n] (xs: [n]i32) : [n]i32 = last_first xs
entry pairs [n] (xs: [n]i32) (ys: [n]bool) : ([n]i32, [n]bool) = unzip (last_first (zip xs ys))
entry rows [n] [m] (a: [n][m]i32) : [n][m]i32 = last_first a
