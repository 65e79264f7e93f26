-- Reductions and scans of sums with an associative operator: the last value set, and the extent of what there is.
-- ==
-- entry: last_set
-- input { [0i32, 5, 0, 7, 0] } output { [-1i32, 5, 5, 7, 7] 7i32 }
-- input { [0i32, 0] } output { [-1i32, -1] -1i32 }
-- input { empty([0]i32) } output { empty([0]i32) -1i32 }

-- ==
-- entry: extent
-- input { [3i32, 9, 4] } output { 3i32 9i32 }
-- input { empty([0]i32) } output { 0i32 0i32 }

type cell = #set i32 | #unset
def later (a: cell) (b: cell) : cell = match b case #set _ -> b case #unset -> a
def show (c: cell) : i32 = match c case #set x -> x case #unset -> -1
entry last_set [n] (xs: [n]i32) : ([n]i32, i32) =
  let cells = map (\x -> if x == 0 then #unset else #set x : cell) xs
  in (map show (scan later #unset cells), show (reduce later #unset cells))
type interval = #empty | #from i32 i32
def hull (a: interval) (b: interval) : interval =
  match (a, b)
  case (#empty, _) -> b
  case (_, #empty) -> a
  case (#from p q, #from r s) -> #from (i32.min p r) (i32.max q s)
entry extent (xs: []i32) : (i32, i32) =
  match reduce hull #empty (map (\x -> #from x x : interval) xs)
  case #empty -> (0, 0)
  case #from p q -> (p, q)
