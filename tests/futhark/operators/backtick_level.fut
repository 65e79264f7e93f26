-- A function in backticks binds less tightly than all operators, pipes too, and associates to the left.
-- ==
-- entry: main
-- input { 10i32 4i32 3i32 } output { 3i32 9i32 40i32 4i32 }
-- input { 1i32 2i32 3i32 } output { -4i32 2i32 2i32 -3i32 }

-- ==
-- entry: modules
-- input { 5i32 9i32 } output { 10i32 5i32 9i32 }
-- input { 9i32 5i32 } output { 6i32 5i32 9i32 }

-- ==
-- entry: pairs
-- input { 2i32 3i32 } output { 2i32 3i32 5i32 }

def minus (a: i32) (b: i32) : i32 = a - b
def pair 'a 'b (a: a) (b: b) : (a, b) = (a, b)
entry main (a: i32) (b: i32) (c: i32) : (i32, i32, i32, i32) =
  (a `minus` b `minus` c, a `minus` (b `minus` c), a * b `minus` c * 0, a |> (+ 1) `minus` b + c)
entry modules (a: i32) (b: i32) : (i32, i32, i32) =
  (a `i32.min` b `i32.max` 4 + 1 `i32.max` b + 1 `i32.min` 2 * a, a `i32.min` b, a `i32.max` b)
entry pairs (a: i32) (b: i32) : (i32, i32, i32) =
  let (x, (y, z)) = a `pair` (b `pair` (a + b))
  in (x, y, z)
