-- Views and writes by strides within maps and loops.
-- ==
-- entry: diagonals
-- input { [[[1i32, 2], [3, 4]], [[5, 6], [7, 8]]] } output { [[1i32, 4], [5, 8]] }
-- input { empty([0][3][3]i32) } output { empty([0][3]i32) }
-- input { empty([1][0][0]i32) } output { empty([1][0]i32) }

-- ==
-- entry: anti
-- input { 3i64 } output { [[0i32, 0, 1], [0, 2, 0], [3, 0, 0]] }
-- input { 1i64 } output { [[1i32]] }

def diagonal [n] (xss: [n][n]i32) : [n]i32 =
  let xs = flatten xss
  let d = intrinsics.flat_index_2d xs 0 n (n + 1) 1 1
  in flatten d :> [n]i32

entry diagonals [k] [n] (a: [k][n][n]i32) : [k][n]i32 = map diagonal a

entry anti (n: i64) : [n][n]i32 =
  let zs = replicate (n * n) 0i32
  let vs = map (\i -> [i32.i64 i + 1]) (iota n)
  in unflatten (intrinsics.flat_update_2d zs (n - 1) (n - 1) 1 vs)
