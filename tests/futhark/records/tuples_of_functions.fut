-- Tuples of functions: taken apart by patterns and by projection.
-- ==
-- entry: main
-- input { 5i32 } output { 6i32 10i32 25i32 }
-- input { -1i32 } output { 0i32 -2i32 1i32 }

-- ==
-- entry: updated
-- input { 4i32 } output { 5i32 3i32 }

def three = ((+ 1), ((* 2), \x -> x * x : i32))
entry main (x: i32) : (i32, i32, i32) =
  let (f, (g, _)) = three
  in (f x, g x, three.1.1 x)
entry updated (x: i32) : (i32, i32) =
  let pair = ((+ 1), (- x))
  let minus_one = \y -> y - 1
  in (pair.0 x, ((minus_one, pair.0)).0 x)
