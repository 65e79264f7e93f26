-- Operators redefined at top level of a module, locally, and as parameters of functions.
-- ==
-- entry: inner
-- input { 7i32 2i32 } output { 5i32 72i32 5i32 }
-- input { 0i32 1i32 } output { -1i32 1i32 -1i32 }

-- ==
-- entry: opened
-- input { 3i32 4i32 } output { 12i32 7i32 }

-- ==
-- entry: parameter
-- input { 3i32 4i32 } output { 7i32 12i32 -1i32 }

module swapped = {
  def (+) (a: i32) (b: i32) : i32 = a * b
}
entry inner (a: i32) (b: i32) : (i32, i32, i32) =
  let before = a - b
  let inside = (let (-) (x: i32) (y: i32) = 10 * x + y in a - b)
  in (before, inside, a - b)
entry opened (a: i32) (b: i32) : (i32, i32) = (swapped.(a + b), a + b)
def with_operator (op: i32 -> i32 -> i32) (a: i32) (b: i32) : i32 = a `op` b
entry parameter (a: i32) (b: i32) : (i32, i32, i32) =
  (with_operator (+) a b, with_operator (*) a b, with_operator (-) a b)
