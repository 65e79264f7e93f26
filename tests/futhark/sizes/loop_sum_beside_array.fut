-- A loop whose first value is a constructor without a value: the annotation alone tells the sizes of the other's.
-- ==
-- entry: main
-- input { 0i64 } output { 3i64 }
-- input { 2i64 } output { 7i64 }

type board = [2][2]i32

entry main (n: i64) : i64 =
  let start : board = replicate 2 (replicate 2 7)
  let (result, _) =
    loop (result: #unsolved | #solved board, stack: [4]board) =
         (#unsolved, replicate 4 start)
    for _i < n do
      (#solved stack[0], stack)
  in match result
     case #solved b -> i64.i32 b[0, 0]
     case #unsolved -> 3
