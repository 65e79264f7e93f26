-- Entry points that are functions which consume an argument: by name, in part, and behind other expressions.
-- ==
-- entry: set
-- input { 1i64 [5i64, 6, 7] } output { [5i64, 1, 7] }

-- ==
-- entry: set_second twice
-- input { [5i64, 6, 7] } output { [5i64, 2, 7] }

-- ==
-- entry: annotated partly
-- input { 1i64 [5i64, 6, 7] } output { [5i64, 1, 7] }

-- ==
-- entry: of_module
-- input { [5i64, 6, 7] } output { [9i64, 6, 7] }

-- ==
-- entry: pair
-- input { [5i64, 6, 7] [1i64] } output { [0i64, 6, 7] [1i64] }

def g (x: i64) (ys: *[]i64) = ys with [1] = x
def h (xs: *[]i64) (ys: []i64) = (xs with [0] = 0, ys)
module m = { def first (xs: *[]i64) : *[]i64 = xs with [0] = 9 }

entry set = g
entry set_second = g 2
entry twice = let two = 2 in g two
entry annotated : i64 -> *[]i64 -> []i64 = g
entry partly (x: i64) = g x
entry of_module = m.first
entry pair = h
