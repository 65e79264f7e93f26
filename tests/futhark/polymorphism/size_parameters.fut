-- Size parameters with and without names in the body, shared by several arguments.
-- ==
-- entry: main
-- input { [1i32, 2] [3i32, 4] [5i32] } output { 2i64 1i64 3i64 }
-- input { empty([0]i32) empty([0]i32) [5i32] } output { 0i64 1i64 1i64 }

-- ==
-- entry: matrices
-- input { [[1i32, 2, 3], [4, 5, 6]] } output { 2i64 3i64 [1i32, 2, 3, 4, 5, 6] }
-- input { empty([0][3]i32) } output { 0i64 3i64 empty([0]i32) }

-- ==
-- entry: equal_sizes
-- input { [1i32, 2] [3f64, 4] } output { [true, true] }

def size [n] 'a (_: [n]a) : i64 = n
def joined [n] [m] 'a (xs: [n]a) (_: [n]a) (ys: [m]a) : i64 = size (xs ++ ys)
entry main [n] [m] (a: [n]i32) (b: [n]i32) (c: [m]i32) : (i64, i64, i64) = (size a, size c, joined a b c)
def shape [n] [m] 'a (_: [n][m]a) : (i64, i64) = (n, m)
entry matrices [n] [m] (a: [n][m]i32) : (i64, i64, []i32) = let (h, w) = shape a in (h, w, flatten a)
def both [n] 'a 'b (_: [n]a) (_: [n]b) : [n]bool = replicate n true
entry equal_sizes [n] (a: [n]i32) (b: [n]f64) : [n]bool = both a b
