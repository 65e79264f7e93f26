-- Polymorphic functions over arrays with inner dimensions that are empty.
-- ==
-- entry: main
-- input { 2i64 } output { 2i64 0i64 [0i64, 0] }
-- input { 0i64 } output { 0i64 0i64 empty([0]i64) }

-- ==
-- entry: transposed
-- input { empty([0][3]i32) } output { 3i64 0i64 }
-- input { empty([3][0]i32) } output { 0i64 3i64 }

-- ==
-- entry: flattened
-- input { empty([2][0]i32) } output { empty([0]i32) 0i32 }

def shape [n] [m] 'a (_: [n][m]a) : (i64, i64) = (n, m)
entry main (n: i64) : (i64, i64, [n]i64) =
  let a = replicate n (replicate 0 true)
  let (h, w) = shape a
  in (h, w, map length a)
entry transposed [n] [m] (a: [n][m]i32) : (i64, i64) = shape (transpose a)
entry flattened [n] [m] (a: [n][m]i32) : ([]i32, i32) = (flatten a, i32.sum (map i32.sum a))
