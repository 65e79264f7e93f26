-- Records and tuples as payloads, and sums as fields.
-- ==
-- entry: main
-- input { 0i32 3i32 } output { 3i32 4i32 }
-- input { 1i32 3i32 } output { 6i32 9i32 }
-- input { 2i32 3i32 } output { -1i32 -1i32 }

-- ==
-- entry: fields
-- input { 5i32 true } output { 5i32 1i32 }
-- input { 5i32 false } output { 1i32 5i32 }

type shape = #circle {x: i32, r: i32} | #pair (i32, {a: i32}) | #nothing
def make (k: i32) (n: i32) : shape =
  match k
  case 0 -> #circle {x = n, r = n + 1}
  case 1 -> #pair (2 * n, {a = 3 * n})
  case _ -> #nothing
entry main (k: i32) (n: i32) : (i32, i32) =
  match make k n
  case #circle {x, r} -> (x, r)
  case #pair (x, {a}) -> (x, a)
  case #nothing -> (-1, -1)
entry fields (n: i32) (b: bool) : (i32, i32) =
  let r : {left: #l i32 | #r i32, right: #l i32 | #r i32} =
    {left = if b then #l n else #r n, right = #r 1}
  in match r
     case {left = #l x, right = #r y} -> (x, y)
     case {left = #r x, right = #r y} -> (y, x)
     case {left = _, right = #l y} -> (y, y)
