-- Arrays of sums that carry arrays of one size.
-- ==
-- entry: main
-- input { [[1i32, 2], [3, 4], [5, 6]] } output { [3i32, -1, 11] [[1i32, 2], [0, 0], [5, 6]] }
-- input { empty([0][2]i32) } output { empty([0]i32) empty([0][2]i32) }

-- ==
-- entry: wide
-- input { [[1i32, 2, 3], [4, 5, 6]] } output { [1i32, 15] }

type row [n] = #keep [n]i32 | #skip
def choose [n] (i: i64) (r: [n]i32) : row [n] = if i % 2 == 0 then #keep r else #skip
entry main [k] [n] (a: [k][n]i32) : ([k]i32, [k][n]i32) =
  let rows = map2 choose (iota k) a
  in ( map (\r -> match r case #keep xs -> i32.sum xs case #skip -> -1) rows
     , map (\r -> match r case #keep xs -> xs case #skip -> replicate n 0) rows
     )
entry wide [k] [n] (a: [k][n]i32) : [k]i32 =
  let rows = map (\r -> if r[0] > 1 then #keep r else #skip : row [n]) a
  in map (\r -> match r case #keep xs -> i32.sum xs case #skip -> 1) rows
