-- A while loop whose array grows: its size has a name in each turn.
-- ==
-- entry: main
-- input { 3i32 } output { 22i64 }
-- input { 0i32 } output { 3i64 }
entry main (k: i32) : i64 =
  let (xs, _) =
    loop (xs: []i64, k) = ([1i64, 2], k) while k > 0 do
      let [m] (ys: [m]i64) = xs
      in (map2 (+) (iota m) ys ++ [m], k - 1)
  in i64.sum xs
