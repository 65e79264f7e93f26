-- A sum with an array as a loop's value keeps its size.
-- ==
-- entry: main
-- input { [1i32, 2i32] 3i64 } output { [2i32, 4i32] }
-- input { [1i32, 2i32] 2i64 } output { [1i32, 2i32] }

entry main [n] (xs: [n]i32) (k: i64) : [n]i32 =
  let s : #one [n]i32 | #two [n]i32 = #one xs
  in match (loop s = s for _i < k do
              match s
              case #one ys -> #two (map2 (+) ys ys)
              case #two ys -> #one (map (/ 2) ys))
     case #one ys -> ys
     case #two ys -> ys
