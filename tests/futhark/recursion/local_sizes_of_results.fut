-- A recursive function whose result's size is an expression of its argument.
-- ==
-- entry: main
-- input { 0i64 } output { [1i32] }
-- input { 1i64 } output { [1i32, 1] }
-- input { 4i64 } output { [1i32, 4, 6, 4, 1] }

def pascal (n: i64) : [n + 1]i32 =
  if n == 0 then [1] :> [n + 1]i32 else
  let up = pascal (n - 1)
  let k = length up
  in map2 (+) ([0] ++ up :> [n + 1]i32) (up ++ [0] :> [n + 1]i32) |> map (+ i32.i64 (k - n))

entry main (n: i64) : []i32 = pascal n
