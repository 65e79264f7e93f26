-- The module bool: every operation on every pair of truth values.
-- ==
-- entry: logic
-- input { [false, false, true, true] [false, true, false, true] }
-- output { [false, false, false, true] [false, true, true, true] [false, true, true, false] [true, true, false, false] }
-- input { empty([0]bool) empty([0]bool) }
-- output { empty([0]bool) empty([0]bool) empty([0]bool) empty([0]bool) }

-- ==
-- entry: comparisons
-- input { [false, false, true, true] [false, true, false, true] }
-- output { [true, false, false, true] [false, true, true, false] [false, true, false, false]
--   [true, true, false, true] [false, false, true, false] [true, false, true, true] }

-- ==
-- entry: constants
-- input { } output { true false }

-- ==
-- entry: short_circuit
-- input { [1i32, 2] 1i64 } output { true true }
-- input { [1i32, 2] 2i64 } output { false true }
-- input { empty([0]i32) 0i64 } output { false true }

-- ==
-- entry: contrary
-- input { [true, false] } output { [false, true] [false, true] }

entry logic [n] (xs: [n]bool) (ys: [n]bool) =
  (map2 (bool.&) xs ys, map2 (bool.|) xs ys, map2 (bool.^) xs ys, map bool.not xs)

entry comparisons [n] (xs: [n]bool) (ys: [n]bool) =
  (map2 (bool.==) xs ys, map2 (bool.!=) xs ys, map2 (bool.<) xs ys, map2 (bool.<=) xs ys, map2 (bool.>) xs ys,
   map2 (bool.>=) xs ys)

entry constants = (bool.highest, bool.lowest)

-- The second operand is not looked at where the first decides.
entry short_circuit (xs: []i32) (i: i64) = (i < length xs && xs[i] > 0, i >= length xs || xs[i] > 0)

entry contrary (xs: []bool) = (map not xs, map (\x -> !x) xs)
