-- Functions whose results have sizes of their own, written with and without a name.
-- ==
-- entry: main
-- input { [1i32, -2, 3] } output { [1i32, 3] 2i64 }
-- input { empty([0]i32) } output { empty([0]i32) 0i64 }

-- ==
-- entry: two
-- input { 3i32 } output { [0i64, 1, 2] [1i32, 1, 1] }
-- input { 0i32 } output { empty([0]i64) empty([0]i32) }

-- ==
-- entry: nested
-- input { 2i64 } output { [[0i64, 1, 2], [0, 1, 2]] }

def positive (xs: []i32) : ?[k].[k]i32 = filter (> 0) xs
def with_size (xs: []i32) : ?[k].([k]i32, i64) = let ys = filter (> 0) xs in (ys, length ys)
entry main (xs: []i32) : ([]i32, i64) = (positive xs, (with_size xs).1)
def twins (n: i32) : ?[k].([k]i64, [k]i32) = (iota (i64.i32 n), replicate (i64.i32 n) 1)
entry two (n: i32) : ([]i64, []i32) = let (a, b) = twins n in (map2 (\x y -> x * i64.i32 y) a b, b)
def rows (n: i64) : ?[k].[n][k]i64 = let m = n + 1 in replicate n (iota m)
entry nested (n: i64) : [][]i64 = rows n
