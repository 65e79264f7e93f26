-- Inputs that scripts make of the program's own entry points.
-- ==
-- entry: dot
-- "literals" script input { ([1, 2, 3], [4, 5, 6i64]) } output { 32i64 }
-- "unpacked" script input { two_vectors 4i64 } output { 14i64 }
-- "patterns" script input { let (xs, ys) = two_vectors 3i64 in (ys, xs) } output { 5i64 }
-- "partial" script input {
--   let from = counting 10i64
--   let xs = from 3i64
--   in (xs, xs)
-- } output { 365i64 }
-- "empty" script input { (empty([0]i64), counting 1 0) } output { 0i64 }
-- script input { two_vectors 100i64 } auto output

-- ==
-- entry: norm
-- script input { ({x = 3, y = 4.0}) } output { 5f64 }
-- script input { point (3, 4) } output { 5f64 }
-- script input { (points 3i64)[2] } output { 2.8284271247461903f64 }

-- ==
-- entry: total
-- script input { points 4i64 } output { 12f64 }
-- script input { [point 1 2, {y = 3, x = (point 4 5).x}] } output { 10f64 }

-- ==
-- entry: length_of
-- script input { "h\"}\xe5" } output { 5i64 }
-- script input { $loadbytes "data/bytes.txt" } output { 6i64 }

-- ==
-- entry: get
-- script input { ($loaddata "data/pair.in") } output { 30i32 }
-- script input { let (i, xs) = $loaddata "data/pair.in" in (0, [xs[i], xs[1]]) } output { 30i32 }
-- script input @ data/pair.script output { 7i32 }
-- script input { (2, [1, 2]) } error: out of bounds

-- ==
-- entry: area
-- script input { shape true } output { 6f32 }
-- script input { shape false } output { 4f32 }

type point = {x: f64, y: f64}
type shape = #square f32 | #rectangle f32 f32

entry two_vectors (n: i64) : ([n]i64, [n]i64) = (iota n, map (\i -> i32.i64 i |> i64.i32) (iota n))
entry counting (from: i64) (n: i64) : [n]i64 = map (+ from) (iota n)
entry point (x: f64) (y: f64) : point = {x, y}
entry points (n: i64) : [n]point = map (\i -> {x = f64.i64 i, y = f64.i64 i}) (iota n)
entry shape (long: bool) : shape = if long then #rectangle 2 3 else #square 2

entry dot [n] (xs: [n]i64) (ys: [n]i64) : i64 = i64.sum (map2 (*) xs ys)
entry norm (p: point) : f64 = f64.sqrt (p.x * p.x + p.y * p.y)
entry total (ps: []point) : f64 = f64.sum (map (\p -> p.x + p.y) ps)
entry length_of [n] (_: [n]u8) : i64 = n
entry get (i: i64) (xs: []i32) : i32 = xs[i]
entry area (s: shape) : f32 =
  match s
  case #square a -> a * a
  case #rectangle a b -> a * b
