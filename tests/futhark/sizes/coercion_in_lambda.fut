-- A coercion in a lambda is a check when it runs, and leaves the size of the lambda's parameter open.
-- ==
-- entry: main
-- input { [1i32, 2] } output { 5i32 [1i32, 2] }
-- input { [1i32] } error: shape|size

-- ==
-- entry: top
-- input { [1i32, 2] } output { 5i64 }
-- input { empty([0]i32) } output { 3i64 }

def dup = \(xs: []i32) -> (copy xs :> [length xs]i32)

entry main [n] (xs: [n]i32) : (i32, []i32) =
  let f = \(ys: []i32) -> (map (+ 1) ys :> [2]i32)
  let g = \ys -> (map (+ 0i32) ys :> [length ys]i32)
  in (i32.sum (f xs), g xs)

entry top (xs: []i32) : i64 = length (dup xs) + length (dup [1, 2, 3])
