-- Two consumed parameters, whose elements change places in place.
-- ==
-- entry: main
-- input { [1, 2, 3] [4, 5, 6] } output { [4, 2, 6] [1, 5, 3] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]i32) }

def trade [n] (i: i64) (xs: *[n]i32) (ys: *[n]i32) : (*[n]i32, *[n]i32) =
  if i >= n then (xs, ys) else
  let (x, y) = (xs[i], ys[i])
  let xs = xs with [i] = y
  let ys = ys with [i] = x
  in trade (i + 2) xs ys

entry main [n] (xs: *[n]i32) (ys: *[n]i32) : ([n]i32, [n]i32) = trade 0 xs ys
