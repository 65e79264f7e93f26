-- Closures that capture arrays, and the results of maps over arrays.
-- ==
-- entry: main
-- input { [10i32, 20, 30] [2i64, 0] } output { [30i32, 10] [60i32, 20] }
-- input { [7i32] empty([0]i64) } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: polynomial
-- input { [1f64, 0, 2] 3f64 } output { 19f64 }
-- input { empty([0]f64) 3f64 } output { 0f64 }

-- ==
-- entry: nested
-- input { [1i32, 2] [10i32, 20] } output { [[11i32, 21], [12, 22]] }

def lookup [n] (xs: [n]i32) : i64 -> i32 = \i -> xs[i]
entry main [n] [m] (xs: [n]i32) (is: [m]i64) : ([m]i32, [m]i32) =
  let doubled = map (* 2) xs
  let from = lookup doubled
  in (map (lookup xs) is, map (\i -> from i) is)
entry polynomial (cs: []f64) (x: f64) : f64 =
  let eval = \y -> foldr (\c acc -> c + y * acc) 0 cs
  in eval x
entry nested [n] [m] (a: [n]i32) (b: [m]i32) : [n][m]i32 = map (\x -> map (+ x) b) a
