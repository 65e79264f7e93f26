-- A function that is given with its size in a dependent type.
-- ==
-- entry: main
-- input { 3i64 } output { 3i64 6i64 [0i64, 1, 2] }
-- input { 0i64 } output { 0i64 0i64 empty([0]i64) }

def with_both (f: (n: i64) -> [n]i64) (n: i64) : (i64, i64, [n]i64) =
  let xs : [n]i64 = f n
  let m = n * 2
  let ys : [m]i64 = f m
  in (length xs, length ys, xs)

entry main (n: i64) : (i64, i64, [n]i64) = with_both iota n
