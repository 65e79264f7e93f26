-- Types under several names, with parameters, of arrays, and of each other.
-- ==
-- entry: zipped
-- input { [1i32, 2] [true, false] } output { [1i32, 2] [true, false] }

-- ==
-- entry: flat
-- input { [[1.0, 2.0], [3.0, 4.0]] } output { [4.0, 6.0] }

-- ==
-- entry: rows
-- input { [[1i32, 2], [3, 4]] [[5i8, 6], [7, 8]] } output { 2i64 2i64 36i64 }

-- ==
-- entry: later
-- input { 1i32 2i8 3i8 4i8 } output { 2i8 3i8 5i32 }

type pair 'a 'b = {first: a, second: b}
type pairs 'a 'b [n] = [n]pair a b
type matrix [n][m] = [n][m]f64
type alias 'a = pair a (pair i8 a)

entry zipped [n] (xs: [n]i32) (ys: [n]bool) : pairs i32 bool [n] = map2 (\first second -> {first, second}) xs ys
entry flat [n][m] (a: matrix [n][m]) : [m]f64 = map f64.sum (transpose a)

entry rows [n][m] (a: [n](pairs i32 i8 [m])) : (i64, i64, i64) =
  (n, m, i64.sum (flatten (map (map (\p -> i64.i32 p.first + i64.i8 p.second)) a)))

entry later (x: i32) (p: alias i8) : pair (i8, i8) i32 =
  {first = (p.first, p.second.first), second = x + i32.i8 p.second.second}
