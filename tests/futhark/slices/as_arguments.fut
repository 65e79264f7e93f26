-- Slices as arguments of consuming functions after a copy, of maps, of reductions, in tuples and records.
-- ==
-- entry: main
-- input { [1i32, 2, 3, 4] } output { 7i32 [12i32, 13] [0i32, 3] }
-- input { [0i32, 0, 0, 0] } output { 0i32 [10i32, 10] [0i32, 0] }

-- ==
-- entry: pairs
-- input { [1i32, 2, 3, 4, 5, 6] } output { [2i32, 12, 30] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [1i32, 2, 3] } error: Value of shape \[2\] cannot match shape of type \[1\]i32

-- ==
-- entry: recursive_halves
-- input { [5i32, 3, 9, 1] } output { 9i32 }
-- input { [7i32] } output { 7i32 }

def clear [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 0
entry main (xs: [4]i32) : (i32, [2]i32, [2]i32) =
  (i32.sum xs[2:], map (+ 10) (xs[1:3] :> [2]i32), clear (copy (xs[1:3] :> [2]i32)))
entry pairs [n] (xs: [n]i32) : []i32 =
  let h = n / 2
  in map2 (*) (xs[::2] :> [h]i32) (xs[1::2] :> [h]i32)
entry recursive_halves (xs: []i32) : i32 =
  let ys = loop ys = xs while length ys > 1 do
             let k = length ys / 2
             in map2 i32.max (ys[:k] :> [k]i32) (ys[k:2 * k] :> [k]i32)
  in ys[0]
