-- Loops over the elements of arrays: numbers, tuples, rows, slices, ranges, and results of calls.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { 6i32 14i32 321i32 4i32 }
-- input { empty([0]i32) } output { 0i32 0i32 0i32 0i32 }

-- ==
-- entry: rows
-- input { [[1i32, 2], [3, 4]] } output { [4i32, 6] 8i32 }
-- input { empty([0][2]i32) } output { [0i32, 0] 1i32 }

-- ==
-- entry: ranges
-- input { 4i32 } output { 10i32 10i32 12i32 }
-- input { 1i32 } output { 1i32 1i32 0i32 }

entry main [n] (xs: [n]i32) : (i32, i32, i32, i32) =
  ( loop s = 0 for x in xs do s + x
  , loop s = 0 for (x, y) in zip xs xs do s + x * y
  , loop s = 0 for x in reverse xs do 10 * s + x
  , loop s = 0 for x in xs[::2] do s + x
  )
entry rows [n] (a: [n][2]i32) : ([2]i32, i32) =
  ( loop s = [0, 0] for row in a do map2 (+) s row
  , loop p = 1 for (x, y) in map (\r -> (r[0], r[1])) a do p * (x + y - x)
  )
entry ranges (n: i32) : (i32, i32, i32) =
  ( loop s = 0 for i in 1...n do s + i
  , loop s = 0 for i in n..>0 do s + i
  , loop s = 0 for i in 2..4..<2 * n do s + i
  )
