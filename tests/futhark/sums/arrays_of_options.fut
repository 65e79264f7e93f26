-- Options of tuples with arrays, in arrays, through maps and reductions.
-- ==
-- entry: main
-- input { [[3i32, 1], [0, 0], [5, 2]] } output { [4i32, -1, 7] [8i32, 3] }
-- input { empty([0][2]i32) } output { empty([0]i32) [0i32, 0] }

-- ==
-- entry: first_two
-- input { [4i32, -1, 6] } output { [4i32, 0, 6] true }
-- input { [-4i32] } output { [0i32] false }

type opt 'a = #none | #some a
def nonzero [m] (r: [m]i32) : opt ([m]i32, i32) = if all (== 0) r then #none else #some (r, i32.sum r)
def add (a: opt ([2]i32, i32)) (b: opt ([2]i32, i32)) : opt ([2]i32, i32) =
  match (a, b)
  case (#none, y) -> y
  case (x, #none) -> x
  case (#some (v, s), #some (w, t)) -> #some (map2 (+) v w, s + t)
entry main [n] (a: [n][2]i32) : ([n]i32, [2]i32) =
  let os = map nonzero a
  in ( map (\o -> match o case #some (_, s) -> s case #none -> -1) os
     , match reduce add #none os case #some (v, _) -> v case #none -> [0, 0]
     )
entry first_two [n] (xs: [n]i32) : ([n]i32, bool) =
  let os = map (\x -> if x > 0 then #some x else #none : opt i32) xs
  in (map (\o -> match o case #some x -> x case #none -> 0) os, os[0] != #none)
