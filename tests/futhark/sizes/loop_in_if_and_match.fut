-- Branches in a loop keep the size of its value.
-- ==
-- entry: main
-- input { [1i32, 2i32, 3i32] } output { [3i32, 6i32, 9i32] }

entry main [n] (xs: [n]i32) : [n]i32 =
  loop ys = map (const 0) xs for i < 4 do
    let zs = if i % 2 == 0 then ys else map2 (+) ys xs
    in match i
       case 3 -> map2 (+) (map2 (-) zs zs) (map2 (+) zs xs)
       case _ -> zs
