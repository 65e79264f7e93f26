-- Both sides of a branch compute the same size, each for an array of its own.
-- ==
-- entry: main
-- input { 0i64 [1i64, 2i64] }
-- output { [1i64, 2i64, 1i64, 2i64] }
-- input { 1i64 [1i64, 2i64] }
-- output { [11i64, 12i64, 11i64, 12i64] }
-- input { 2i64 [5i64] }
-- output { [18i64] }
-- input { 2i64 empty([0]i64) }
-- output { empty([0]i64) }
def rows [n] (depth: i64) (xs: [n]i64) : []i64 =
  if depth <= 0 then flatten (replicate n xs)
  else let ys = rows (depth - 1) (map (+ 1) xs)
       in flatten (replicate n (map (+ i64.sum ys) xs))

entry main (depth: i64) (xs: []i64) : []i64 = rows depth xs
