-- A match on a tuple of sums and numbers where the cases overlap in several ways.
-- ==
-- entry: main
-- input { 0i32 0i32 0i32 } output { 1i32 }
-- input { 0i32 1i32 5i32 } output { 2i32 }
-- input { 1i32 0i32 5i32 } output { 3i32 }
-- input { 1i32 1i32 0i32 } output { 4i32 }
-- input { 1i32 1i32 1i32 } output { 5i32 }
-- input { 2i32 1i32 7i32 } output { 14i32 }
-- input { 2i32 2i32 9i32 } output { 19i32 }

type t = #a | #b i32 | #c {x: i32, y: #p | #q i32}
def make (k: i32) (x: i32) : t = if k == 0 then #a else if k == 1 then #b x else #c {x, y = if x > 8 then #q x else #p}
entry main (k: i32) (l: i32) (x: i32) : i32 =
  match (make k x, make l x, x)
  case (#a, #a, _) -> 1
  case (#a, _, _) -> 2
  case (_, #a, 5) -> 3
  case (#b 0, #b _, _) -> 4
  case (#b _, #b y, z) -> 3 + y + z
  case (#c {x = y, y = #p}, _, z) -> y + z
  case (#c {x = _, y = #q y}, #c _, z) -> y + z + 1
  case (_, _, _) -> -1
