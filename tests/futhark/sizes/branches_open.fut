-- A branch fixes no size that is still open in a parameter: the sizes of branches are compared, not made equal.
-- ==
-- entry: main lambda plain
-- input { [1, -2, 3] true } output { [1, 3] }
-- input { [1, -2, 3] false } output { empty([0]i32) }
-- input { empty([0]i32) true } output { empty([0]i32) }

-- ==
-- entry: first
-- input { [1, -2, 3] true } output { [1, 3] }
-- input { [1, -2, 3] false } output { [1] }

-- ==
-- entry: longest
-- input { [1, 2] [3] } output { [1, 2] [9, 9, 9] }
-- input { empty([0]i32) [3, 4, 5, 6] } output { [3, 4, 5, 6] [3, 4, 5, 6] }

-- ==
-- entry: matched
-- input { 0 [4, 5] } output { [4, 5] }
-- input { 1 [4, 5] } output { empty([0]i32) }
-- input { 2 [4, 5] } output { [4, 5, 4, 5] }

-- ==
-- entry: rows
-- input { [[1, 2], [3, 4]] 1i64 } output { [[1, 2], [0, 0]] }
-- input { empty([0][2]i32) 1i64 } output { empty([0][2]i32) }

-- ==
-- entry: nothing
-- input { true } output { [0i64] [3i64, 0] }
-- input { false } output { [1i64] [0i64, 3] }

def keep b xs = if b then xs else []

entry main (xs: []i32) (b: bool) : []i32 = keep b (filter (> 0) xs)
entry lambda (xs: []i32) (b: bool) : []i32 = xs |> filter (> 0) |> \(zs: []i32) -> if b then zs else []
entry plain (xs: []i32) (b: bool) : []i32 = xs |> filter (> 0) |> \zs -> if b then zs else take 0 zs

entry first (xs: []i32) (b: bool) : []i32 =
  let one_of b xs = if b then xs else [1]
  in one_of b (filter (> 0) xs)

def longer xs ys = if length xs >= length ys then xs else ys
entry longest (xs: []i32) (ys: []i32) : ([]i32, []i32) = (longer xs ys, longer ys [9, 9, 9])

def by_case n xs = match n case 0 -> xs case 1 -> [] case _ -> xs ++ xs
entry matched (n: i32) (xs: []i32) : []i32 = by_case n xs

-- Of `old` nothing was known before: it is of the other branch's type, sizes included.
entry rows [n] [m] (rows: [n][m]i32) (last: i64) : [n][m]i32 =
  let cleared old row i = if i < last then old else map (const 0) row
  in map3 cleared rows rows (iota n)

-- What only the branches know is settled by them.
entry nothing (b: bool) : ([]i64, []i64) =
  let rows = if b then [] else [[1i64, 2, 3]]
  let other = if b then [[1i64, 2, 3]] else []
  let sizes = map length (rows ++ other)
  in ([length rows], if b then sizes ++ [length rows] else [length other] ++ sizes)
