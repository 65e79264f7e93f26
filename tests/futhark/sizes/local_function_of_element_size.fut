-- A local function adds a part whose size is the element of the outer map.
-- ==
-- entry: main
-- input { [1i64,2] } output { [1i64, 3] }

entry main [n] (xs: [n]i64) =
  map (\x -> let f [k] (ys: [k]i64) : [k + x]i64 = ys ++ iota x in length (f (f (iota 0))) - i64.bool (x == 1) - (if x == 2 then 1 else 0)) xs
