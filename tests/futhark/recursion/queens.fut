-- How many ways there are to place n queens: a call in a loop, and one in a map.
-- ==
-- entry: looped
-- input { 1i64 } output { 1i64 }
-- input { 2i64 } output { 0i64 }
-- input { 4i64 } output { 2i64 }
-- input { 5i64 } output { 10i64 }
-- input { 6i64 } output { 4i64 }

-- ==
-- entry: mapped
-- input { 1i64 } output { 1i64 }
-- input { 2i64 } output { 0i64 }
-- input { 4i64 } output { 2i64 }
-- input { 5i64 } output { 10i64 }
-- input { 6i64 } output { 4i64 }

def is_free [k] (columns: [k]i64) (column: i64) : bool =
  all (\row -> columns[row] != column && i64.abs (columns[row] - column) != k - row) (iota k)

def place (n: i64) (columns: []i64) : i64 =
  if length columns == n then 1 else
  loop count = 0 for column < n do
    if is_free columns column then count + place n (columns ++ [column]) else count

def place_all (n: i64) (columns: []i64) : i64 =
  if length columns == n then 1 else
  i64.sum (map (\column -> if is_free columns column then place_all n (columns ++ [column]) else 0) (iota n))

entry looped (n: i64) : i64 = place n []
entry mapped (n: i64) : i64 = place_all n []
