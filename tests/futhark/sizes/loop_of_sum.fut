-- A loop over a sum whose arrays change their size.
-- ==
-- entry: main
-- input { 0 } output { [1i32] 0i32 }
-- input { 1 } output { [1i32, 1] 1i32 }
-- input { 4 } output { [1i32, 1, 1, 1, 1] 4i32 }

type st [n] = #grow ([n]i32) i32 | #stop

entry main (k: i32) : ([]i32, i32) =
  let start : st [1] = #grow [1] 0
  let end = loop s = start for _i < k do
              match s
              case #grow xs c -> #grow (xs ++ [1]) (c + 1)
              case #stop -> s
  in match end
     case #grow xs c -> (xs, c)
     case #stop -> ([], -1)
