-- Equality of sums with arrays, records and other sums as payloads.
-- ==
-- entry: main
-- input { [1i32, 2] [1i32, 2] } output { true true false }
-- input { [1i32, 2] [1i32, 3] } output { false false false }

-- ==
-- entry: nested
-- input { 1i32 1i32 } output { true }
-- input { 1i32 2i32 } output { false }
-- input { -1i32 -2i32 } output { true }

type t = #array [2]i32 | #pair {x: i32, y: i32} | #none
entry main (a: [2]i32) (b: [2]i32) : (bool, bool, bool) =
  let pair (v: [2]i32) : t = #pair {x = v[0], y = v[1]}
  in ((#array a : t) == #array b, pair a == pair b, pair a == #array a)
type opt 'a = #some a | #none
entry nested (a: i32) (b: i32) : bool =
  let wrap (x: i32) : opt (opt i32) = if x > 0 then #some (#some x) else #some #none
  in wrap a == wrap b
