-- A recursive function whose functional parameter captures arrays and their sizes.
-- ==
-- entry: main
-- input { [5i32, 6, 7] [1i32, 2] } output { 15i32 [6i32, 7, 8] }
-- input { empty([0]i32) [1i32] } output { 0i32 empty([0]i32) }

def fold_to 'b (n: i64) (f: i64 -> b -> b) (x: b) : b = if n == 0 then x else fold_to (n - 1) f (f (n - 1) x)

entry main [n] [m] (xs: [n]i32) (ys: [m]i32) : (i32, [n]i32) =
  let s = fold_to n (\i acc -> acc + xs[i] - ys[m - 1] * 0 - i32.i64 i) 0
  let zs = fold_to m (\i (acc: [n]i32) -> if i == 0 then map (+ ys[0]) acc else acc) xs
  in (s, zs)
