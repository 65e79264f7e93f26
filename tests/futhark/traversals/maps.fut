-- Maps of one to five arrays, nested, over tuples, and with operator sections.
-- ==
-- entry: sections
-- input { [1, 2, 3] } output { [2, 3, 4] [2, 4, 6] [9, 8, 7] [1, 0, -1] [1, 4, 9] [-1, -2, -3] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: several
-- input { [1, 2] [10, 20] [100, 200] [1000, 2000] [10000, 20000] }
-- output { [11, 22] [111, 222] [1111, 2222] [11111, 22222] }
-- input { [1] [0] [0] [0] [5] } output { [1] [1] [1] [6] }

-- ==
-- entry: nested
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[2, 3, 4], [5, 6, 7]] [6, 15] [[2, 4, 6], [20, 25, 30]] }
-- input { empty([0][3]i32) } output { empty([0][3]i32) empty([0]i32) empty([0][3]i32) }

-- ==
-- entry: outer_product
-- input { [1, 2, 3] [10, 20] } output { [[10, 20], [20, 40], [30, 60]] [[11, 21], [12, 22], [13, 23]] }
-- input { empty([0]i32) [10, 20] } output { empty([0][2]i32) empty([0][2]i32) }

-- ==
-- entry: tuples
-- input { [3, -4, 0] } output { [3, 4, 0] [true, false, true] [3i8, -4, 0] }

-- ==
-- entry: free_variables
-- input { [1, 2] [5, 6] 100 } output { [[106, 107], [107, 108]] }
-- input { [1] empty([0]i32) 100 } output { empty([1][0]i32) }

-- ==
-- entry: growing
-- input { 3i64 } output { [[0i64, 0, 0], [0, 1, 2], [0, 2, 4]] [0i64, 3, 6] }
-- input { 0i64 } output { empty([0][0]i64) empty([0]i64) }

def square (x: i32) = x * x

entry sections (xs: []i32) =
  (map (+ 1) xs, map (2 *) xs, map (10 -) xs, map (\x -> 2 - x) xs, map square xs, map i32.neg xs)

entry several [n] (a: [n]i32) (b: [n]i32) (c: [n]i32) (d: [n]i32) (e: [n]i32) =
  (map2 (+) a b,
   map3 (\x y z -> x + y + z) a b c,
   map4 (\x y z w -> x + y + z + w) a b c d,
   map5 (\x y z w v -> x + y + z + w + v) a b c d e)

entry nested (xss: [][]i32) =
  (map (map (+ 1)) xss,
   map i32.sum xss,
   map2 (\xs k -> map (* k) xs) xss (map (+ 1) (map (\xs -> xs[0]) xss)))

entry outer_product (xs: []i32) (ys: []i32) =
  (map (\x -> map (* x) ys) xs, map (\x -> map (+ x) ys) xs)

entry tuples (xs: []i32) = map (\x -> (i32.abs x, x >= 0, i8.i32 x)) xs |> unzip3

entry free_variables (xs: []i32) (ys: []i32) (k: i32) =
  let shifted = map (+ k) ys
  in map (\x -> map (\y -> let z = x + y in z) shifted) xs

entry growing (n: i64) =
  let a = map (\i -> map (* i) (iota n)) (iota n)
  in (a, map i64.sum a)
