-- Two constructors that carry arrays of one type, and one that carries two.
-- ==
-- entry: main
-- input { 0i32 [1i32, 2] } output { [1i32, 2] }
-- input { 1i32 [1i32, 2] } output { [2i32, 1] }
-- input { 2i32 [1i32, 2] } output { [3i32, 3] }
-- input { 2i32 empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: mapped
-- input { [[1i32, 2], [3, 4], [5, 6]] } output { [[1i32, 2], [4, 3], [11, 11]] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) }

type t [n] = #same [n]i32 | #back [n]i32 | #sum [n]i32 [n]i32
def make [n] (k: i64) (xs: [n]i32) : t [n] =
  match k case 0 -> #same xs case 1 -> #back xs case _ -> #sum xs (reverse xs)
def show [n] (t: t [n]) : [n]i32 =
  match t case #same xs -> xs case #back xs -> reverse xs case #sum xs ys -> map2 (+) xs ys
entry main [n] (k: i32) (xs: [n]i32) : [n]i32 = show (make (i64.i32 k) xs)
entry mapped [n] [m] (a: [n][m]i32) : [n][m]i32 = map show (map2 make (iota n) a)
