-- Parameters whose sizes are the lengths of earlier ones, of top-level and local functions.
-- ==
-- entry: main
-- input { [1i32, 2] } output { [2i32, 4] 2i64 }
-- input { empty([0]i32) } output { empty([0]i32) 0i64 }

def add (xs: []i32) (ys: [length xs]i32) : [length xs]i32 = map2 (+) (xs :> [length xs]i32) ys

entry main [n] (xs: [n]i32) : ([]i32, i64) =
  let count [k] (a: [k]i32) (b: [length a]i32) : i64 = k + length b
  let ys = xs :> [length xs]i32
  in (add xs ys, count xs ys / 2)
