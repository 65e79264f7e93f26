-- Sections of functions in backticks, with either operand, from modules too.
-- ==
-- entry: left
-- input { 3i32 } output { 7i32 3i32 10i32 }
-- input { 30i32 } output { -20i32 10i32 30i32 }

-- ==
-- entry: right
-- input { 3i32 } output { -7i32 3i32 10i32 }
-- input { 30i32 } output { 20i32 10i32 30i32 }

-- ==
-- entry: in_maps
-- input { [1i32, 5, 9] } output { [4i32, 5, 9] [9i32, 5, 1] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

def minus (a: i32) (b: i32) : i32 = a - b
entry left (x: i32) : (i32, i32, i32) = ((10 `minus`) x, (10 `i32.min`) x, (10 `i32.max`) x)
entry right (x: i32) : (i32, i32, i32) = ((`minus` 10) x, (`i32.min` 10) x, (`i32.max` 10) x)
entry in_maps [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  (map (`i32.max` 4) xs, map (10 `minus`) xs)
