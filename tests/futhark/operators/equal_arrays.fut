-- Equality of arrays of the same size, of one and of two dimensions, and inside of tuples.
-- ==
-- entry: vectors
-- input { [1i32, 2, 3] [1i32, 2, 3] } output { true false }
-- input { [1i32, 2, 3] [1i32, 2, 4] } output { false true }
-- input { empty([0]i32) empty([0]i32) } output { true false }

-- ==
-- entry: matrices
-- input { [[1i32, 2], [3, 4]] } output { false true }
-- input { [[1i32, 2], [2, 4]] } output { true true }

-- ==
-- entry: nans
-- input { [1f64, 2] } output { true }
-- input { [1f64, f64.nan] } output { false }

-- ==
-- entry: in_tuples
-- input { [1i32, 2] 3i32 } output { true false }

entry vectors [n] (a: [n]i32) (b: [n]i32) : (bool, bool) = (a == b, a != b)
entry matrices (a: [2][2]i32) : (bool, bool) = (a == transpose a, a == transpose (transpose a))
entry nans (a: [2]f64) : bool = a == a
entry in_tuples (a: [2]i32) (x: i32) : (bool, bool) = ((x, a) == (x, copy a), {a, x} == {x = x + 1, a})
