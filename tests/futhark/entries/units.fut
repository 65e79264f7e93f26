-- Arrays whose elements hold nothing, outside: the array of the tags that a sum with one constructor has.
-- ==
-- entry: count
-- input { [0i8, 0, 0] } output { 3i64 }
-- input { empty([0]i8) } output { 0i64 }
-- input { [0i8, 1] } error: invalid tag

-- ==
-- entry: make
-- input { 2i64 } output { [0i8, 0] }
-- input { 0i64 } output { empty([0]i8) }

-- ==
-- entry: both
-- input { [0i8, 0] [1i32, 2] } output { [0i8, 0] [2i32, 4] }
-- input { [0i8] [1i32, 2] } error: .

-- ==
-- entry: inside
-- input { [1i32, 2] [[0i8, 0, 0], [0, 0, 0]] } output { [4i64, 5] }
-- input { [1i32, 2] [[0i8, 0, 0]] } error: .

-- ==
-- entry: grid
-- input { 2i64 3i64 } output { [[0i8, 0, 0], [0, 0, 0]] [7i32, 7] }
-- input { 0i64 3i64 } output { empty([0][3]i8) empty([0]i32) }

-- ==
-- entry: payload
-- input { 1i8 0i32 [0i8, 0] } output { 1i8 0i32 [0i8, 0] 2i64 }
-- input { 0i8 5i32 empty([0]i8) } output { 0i8 6i32 empty([0]i8) 0i64 }

entry count [n] (_: [n]()) : i64 = n

entry make (n: i64) : []((), ()) = replicate n ((), ())

entry both [n] (us: [n]()) (xs: [n]i32) : ([n](), [n]i32) = (us, map (* 2) xs)

entry inside [n][m] (rows: [n](i32, [m]())) : [n]i64 = map (\(x, us) -> i64.i32 x + length us) rows

entry grid (n: i64) (m: i64) : ([n][m](), [n]((), i32)) = (replicate n (replicate m ()), replicate n ((), 7))

type either [n] = #number i32 | #units ([n]())

entry payload [n] (x: either [n]) : (either [n], i64) =
  match x
  case #units us -> (#units us, length us)
  case #number n -> (#number (n + 1), 0)
