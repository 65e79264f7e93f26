-- The towers of Hanoi as a list of moves, and how many they are.
-- ==
-- entry: main
-- input { 0 } output { empty([0][2]i32) 0i64 }
-- input { 1 } output { [[0, 2]] 1i64 }
-- input { 2 } output { [[0, 1], [0, 2], [1, 2]] 3i64 }
-- input { 3 } output { [[0, 2], [0, 1], [2, 1], [0, 2], [1, 0], [1, 2], [0, 2]] 7i64 }

def moves (n: i32) (from: i32) (over: i32) (to: i32) : [][2]i32 =
  if n == 0 then [] else moves (n - 1) from to over ++ [[from, to]] ++ moves (n - 1) over from to

entry main (n: i32) : ([][2]i32, i64) = let ms = moves n 0 1 2 in (ms, length ms)
