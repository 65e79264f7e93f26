-- The empty tuple and the empty record as patterns.
-- ==
-- entry: main
-- input { 3i32 } output { 4i32 3i32 6i32 }
-- input { -3i32 } output { -2i32 -3i32 -6i32 }

-- ==
-- entry: matched
-- input { 5i32 } output { 5i32 }

def next () (x: i32) : i32 = x + 1
def same ({}: {}) (x: i32) : i32 = x
entry main (x: i32) : (i32, i32, i32) =
  let () = ()
  let ((), y) = ((), 2 * x)
  in (next () x, same {} x, y)
entry matched (x: i32) : i32 = match () case () -> x
