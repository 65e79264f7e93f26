-- A local function with a size of its own, called in a map whose elements are as long as the outer array.
-- ==
-- entry: main
-- input { [[1i32, 2], [3, 4], [5, 6]] } output { [[10i32, 14], [12, 16], [14, 18]] [3i64, 3, 3] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) empty([0]i64) }
-- input { empty([1][0]i32) } output { empty([1][0]i32) [1i64] }

entry main [n] [m] (xss: [n][m]i32) : ([n][m]i32, [n]i64) =
  let sums : [m]i32 = map i32.sum (transpose xss)
  let add [k] (a: [k]i32) (b: [k]i32) : [k]i32 = map2 (+) a b
  let col [k] (_: [k]i32) : [n][k]i32 = replicate n (replicate k 1)
  in (map (\xs -> map2 (\a b -> a + b - 1) (add xs sums) (col xs)[0]) (map (map (+ 0)) xss),
      map (\xs -> length (col xs)) xss)
