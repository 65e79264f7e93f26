-- Operators alone in parentheses are functions of both operands.
-- ==
-- entry: numbers
-- input { [1i32, 2, 3] [4i32, 5, 6] } output { [5i32, 7, 9] [-3i32, -3, -3] [4i32, 10, 18] [1i32, 32, 729] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: folds
-- input { [1i32, 2, 4] } output { 7i32 8i32 7i32 0i32 }
-- input { empty([0]i32) } output { 0i32 1i32 0i32 -1i32 }

-- ==
-- entry: compared
-- input { [1i32, 2] [1i32, 3] } output { [true, false] [false, true] true }

entry numbers [n] (a: [n]i32) (b: [n]i32) : ([n]i32, [n]i32, [n]i32, [n]i32) =
  (map2 (+) a b, map2 (-) a b, map2 (*) a b, map2 (**) a b)
entry folds (a: []i32) : (i32, i32, i32, i32) =
  (reduce (+) 0 a, reduce (*) 1 a, reduce (|) 0 a, reduce (&) (-1) a)
entry compared (a: [2]i32) (b: [2]i32) : ([2]bool, [2]bool, bool) =
  (map2 (==) a b, map2 (<) a b, reduce (||) false (map2 (>=) a b))
