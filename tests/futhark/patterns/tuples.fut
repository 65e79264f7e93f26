-- Patterns of tuples in every place, with wildcards and nested ones.
-- ==
-- entry: lets
-- input { 1i32 2i32 3i32 } output { 1i32 2i32 3i32 5i32 }

-- ==
-- entry: parameters
-- input { 5i32 7i32 } output { -2i32 12i32 5i32 }

-- ==
-- entry: lambdas
-- input { [1i32, 2] [3i32, 4] } output { [4i32, 6] [2i32, 2] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]i32) }

entry lets (a: i32) (b: i32) (c: i32) : (i32, i32, i32, i32) =
  let ((x, y), z) = ((a, b), c)
  let (_, (_, w)) = (x, (y, y + z))
  in (x, y, z, w)
def sub (a: i32, b: i32) : i32 = a - b
def sum3 ((a, b): (i32, i32)) (_: i32, c: i32) : i32 = a + b + c
def first ((a, _), _) : i32 = a
entry parameters (a: i32) (b: i32) : (i32, i32, i32) =
  (sub (a, b), sum3 (a, 0) (9, b), first ((a, b), true))
entry lambdas [n] (a: [n]i32) (b: [n]i32) : ([n]i32, [n]i32) =
  (map (\(x, y) -> x + y) (zip a b), map (\((x, _), (_, y)) -> y - x) (zip (zip a b) (zip a b)))
