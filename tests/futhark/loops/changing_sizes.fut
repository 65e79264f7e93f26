-- Loops whose arrays change their sizes.
-- ==
-- entry: halved
-- input { [1i32, 2, 3, 4, 5, 6, 7, 8] } output { 36i32 }
-- input { [7i32] } output { 7i32 }
-- input { [1i32, 2, 3, 4] } output { 10i32 }

-- ==
-- entry: doubled
-- input { 3i32 } output { [1i32, 1, 1, 1, 1, 1, 1, 1] }
-- input { 0i32 } output { [1i32] }

-- ==
-- entry: filtered
-- input { [10i32, 3, 25, 7] } output { [25i32] 3i64 }
-- input { empty([0]i32) } output { empty([0]i32) 0i64 }

entry halved (xs: []i32) : i32 =
  let ys = loop ys = xs while length ys > 1 do
             let h = length ys / 2
             in map2 (+) (take h ys) (drop h ys :> [h]i32)
  in ys[0]
entry doubled (n: i32) : []i32 = loop xs = [1] for _i < n do xs ++ xs
entry filtered (xs: []i32) : ([]i32, i64) =
  loop (ys, steps) = (xs, 0) while length ys > 1 do
    let m = i32.minimum ys
    in (filter (> m) ys, steps + 1)
