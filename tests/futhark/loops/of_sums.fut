-- A loop over a sum that changes its constructor, and one over an array of sums.
-- ==
-- entry: main
-- input { [1i32, 2, 0, 5] } output { 3i32 1i32 }
-- input { [1i32, 2] } output { 3i32 0i32 }
-- input { empty([0]i32) } output { 0i32 0i32 }

-- ==
-- entry: turns
-- input { 0i32 } output { 0i32 }
-- input { 5i32 } output { 1i32 }

type t = #counting i32 | #done i32
entry main (xs: []i32) : (i32, i32) =
  let t = loop t = #counting 0 : t for x in xs do
            match t
            case #counting s -> if x == 0 then #done s else #counting (s + x)
            case #done s -> #done s
  in match t case #counting s -> (s, 0) case #done s -> (s, 1)
entry turns (n: i32) : i32 =
  let b = loop b = #even : #even | #odd for _i < n do match b case #even -> #odd case #odd -> #even
  in match b case #even -> 0 case #odd -> 1
