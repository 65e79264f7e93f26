-- Long chains of maps, filters and reductions, whose steps are the same one at a time.
-- ==
-- entry: main
-- input { [1i32, 2, 3, 4] } output { 60i32 60i32 }
-- input { empty([0]i32) } output { 0i32 0i32 }

-- ==
-- entry: shared
-- input { [1i32, 2, 3] } output { 12i32 48i32 [2i32, 4, 6] }

entry main (xs: []i32) : (i32, i32) =
  let a = xs |> map (+ 1) |> map (* 2)
          |> filter (> 4) |> map (\x -> x * x / 4) |> map (+ 1) |> map (\x -> x + 1) |> i32.sum
  let b = loop s = 0 for x in xs do (let y = 2 * (x + 1) in if y > 4 then s + y * y / 4 + 2 else s)
  in (a + (if a > 0 then 4 else 0), b + (if b > 0 then 4 else 0))
entry shared (xs: [3]i32) : (i32, i32, [3]i32) =
  let doubled = map (* 2) xs
  in (i32.sum doubled, i32.product doubled, doubled)
