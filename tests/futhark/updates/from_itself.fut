-- The new values may come from the array that is updated.
-- ==
-- entry: shifted
-- input { [1i32, 2, 3, 4] } output { [1i32, 1, 2, 3] [2i32, 3, 4, 4] }
-- input { [1i32] } output { [1i32] [1i32] }

-- ==
-- entry: mirrored
-- input { [1i32, 2, 3] } output { [3i32, 2, 1] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: summed
-- input { [1i32, 2, 3] } output { [6i32, 2, 3] }

entry shifted [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  let a = copy xs
  let b = copy xs
  let m = n - 1
  in ( a with [1:n] = (copy a[0:m] :> [n - 1]i32)
     , b with [0:m] = (copy b[1:] :> [m]i32)
     )
entry mirrored [n] (xs: *[n]i32) : [n]i32 = let ys = copy xs in xs with [::-1] = ys
entry summed [n] (xs: *[n]i32) : [n]i32 = xs with [0] = i32.sum xs
