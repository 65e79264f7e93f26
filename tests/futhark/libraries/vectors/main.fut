-- Vectors whose length is fixed by modules: made of arrays, of a single value, and of two vectors joined.
-- ==
-- entry: middle
-- input { [[1f64,2,3],[3,4,8]] } output { [2f64,3,5.5] }
-- input { [[1f64,2,3]] } output { [1f64,2,3] }

-- ==
-- entry: nearest
-- input { [0f64,0,0,0,1] [[1f64,1,0,0,1],[0f64,0,0,0,0],[0f64,0,1,0,1]] } output { 1i64 }

-- ==
-- entry: changed
-- input { [1i32,2,3,4,5] } output { [7i32,2,3,4,100] 4i64 5i64 }

-- ==
-- entry: nothing
-- input { 3i64 } output { 3i64 true }

import "vector"

module two = any_vector {def n = 2i64}
module three = cat_vector two one_vector
module five = cat_vector two three
module none = any_vector {def n = 0i64}

module points (V: vector) = {
  type point = V.vector f64
  def dot (a: point) (b: point) : f64 = V.reduce (+) 0 (V.map (\(x, y) -> x * y) (V.zip a b))
  def scale (s: f64) : point -> point = V.map (* s)
  def centre [n] (ps: [n]point) : point =
    let add (a: point) (b: point) : point = V.map (uncurry (+)) (V.zip a b)
    in scale (1 / f64.i64 n) (reduce add (V.replicate 0) ps)
  def nearest [n] (p: point) (ps: [n]point) : i64 =
    let distance q = let d = V.map (uncurry (-)) (V.zip p q) in dot d d
    let ds = map distance ps
    in reduce_comm (\i j -> if ds[i] < ds[j] || (ds[i] == ds[j] && i < j) then i else j) 0 (iota n)
}

module p3 = points three
module p5 = points five

entry middle [n] (xs: [n][3]f64) : [3]f64 =
  xs |> map three.from_array |> p3.centre |> three.to_array |> sized 3

entry nearest [n] (p: [5]f64) (xs: [n][5]f64) : i64 = p5.nearest (five.from_array p) (map five.from_array xs)

entry changed (xs: [5]i32) : ([]i32, i64, i64) =
  let v = five.from_array xs
  let v = five.set 4 100 (five.set 0 7 v)
  in (five.to_array v, i64.i32 (five.get 3 v), five.length + none.length)

entry nothing (x: i64) : (i64, bool) = (none.reduce (+) x (none.replicate 5), null (none.to_array (none.replicate 1i8)))
