-- A constructor that is not used has a size all the same.
-- ==
-- entry: main
-- input { [1i32, 2i32] true } output { 3i32 }
-- input { [1i32, 2i32] false } output { 0i32 }

type maybe [n] = #some [n]i32 | #none

def pick [n] (c: bool) (xs: [n]i32) : maybe [n] = if c then #some xs else #none

entry main [n] (xs: [n]i32) (c: bool) : i32 =
  match pick c xs
  case #some ys -> i32.sum (map2 (+) xs ys) / 2
  case #none -> 0
