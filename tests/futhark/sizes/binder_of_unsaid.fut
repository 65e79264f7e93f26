-- A binder names the size that a parameter leaves unsaid.
-- ==
-- entry: main result
-- input { [1, 2] } output { 2i64 }
entry main (xs: []i32) : i64 = let [n] (ys: [n]i32) = xs in length (zip ys (iota n))
def f (xs: []i32) : []i32 = map (+ 1) xs
entry result (xs: []i32) : i64 = let [n] (ys: [n]i32) = f xs in length (zip ys (iota n))
