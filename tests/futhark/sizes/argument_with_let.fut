-- The size of a call's result depends on an argument that is computed in steps of its own, so types cannot speak of it.
-- ==
-- entry: rest
-- input { 4i64 } output { 2i64 }
-- input { 6i64 } output { 3i64 }

-- ==
-- entry: longer
-- input { 2i64 } output { 5i64 5i64 4i64 }

-- ==
-- entry: rows
-- input { 1i64 } output { [[0, 0, 0], [0, 0, 0]] 3i64 }

-- ==
-- entry: remainder
-- input { 2i64 } output { 2i64 }
-- input { 3i64 } output { 0i64 }
def drop_some (n: i64) : []i32 = (replicate 3 0)[i64.min 3 (n % 3):]

def one_more (n: i64) : ([n + 1]i32, [n]i32) = (replicate (n + 1) 0, replicate n 0)

def some_of_four (n: i64) : []i32 = take (n % (2 + 1)) (replicate 4 0)

entry rest (n: i64) : i64 = let [k] (_: [k]i32) = drop_some (let half = n / 2 in half * 2) in k

entry longer (n: i64) : (i64, i64, i64) =
  let [k] [m] (xs: [k]i32, ys: [m]i32) = one_more (let twice = n + n in twice)
  in (k, length xs, length (map2 (+) ys (take m (iota 10 |> map i32.i64))))

entry rows (n: i64) : ([][]i32, i64) =
  let [k] (row: [k]i32) = (one_more (let y = n in y * 2)).0
  in (replicate 2 (copy row), k)

-- The constants in the size are computed before it has a variable, and after.
entry remainder (n: i64) : i64 = let [k] (_: [k]i32) = some_of_four (let y = n in y) in k
