-- Polymorphic functions, used at several types: scalars, records, arrays and arrays of tuples.
-- ==
-- entry: reversals
-- input { [1, 2, 3] [1.5, 2.5] } output { [3, 2, 1] [2.5, 1.5] }
-- input { empty([0]i32) empty([0]f64) } output { empty([0]i32) empty([0]f64) }

-- ==
-- entry: rows
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[5, 6], [3, 4], [1, 2]] }

-- ==
-- entry: pairs
-- input { [1, 2, 3] [true, false, true] } output { [3, 2, 1] [true, false, true] }

-- ==
-- entry: picked
-- input { 0 [4, 5, 6] } output { 4 }
-- input { 2 [4, 5, 6] } output { 6 }
-- input { 7 [4, 5, 6] } output { 5 }

def backwards 't (xs: []t) : []t = if length xs == 0 then xs else backwards xs[1:] ++ [xs[0]]

def cycle [n] 't (i: i32) (xs: [n]t) : t = if i == 0 then xs[0] else cycle (i - 1) (rotate 1 xs)

entry reversals (xs: []i32) (ys: []f64) : ([]i32, []f64) = (backwards xs, backwards ys)
entry rows [n] [m] (xss: [n][m]i32) : [][m]i32 = backwards xss
entry pairs [n] (xs: [n]i32) (ys: [n]bool) : ([]i32, []bool) = unzip (backwards (zip xs ys))
entry picked [n] (i: i32) (xs: [n]i32) : i32 = (cycle i (zip xs xs)).1
