-- A variable with the name of a size hides the size; the array's type still means the old one.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { 13i64 [1i32, 2, 3] }
-- input { empty([0]i32) } output { 10i64 empty([0]i32) }

def same [n] (a: [n]i32) (b: [n]i32) : [n]i32 = map2 (\x y -> (x + y) / 2) a b

entry main [n] (xs: [n]i32) : (i64, [n]i32) =
  let ys = map (\x -> x) xs
  let m = n
  let (k, zs) =
    let n = n + 10
    in (n, same xs ys)
  in if m == n then (k, zs) else (0, zs)
