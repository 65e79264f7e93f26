-- A function that takes a size and then an array of that size, applied in part.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 2, 4] [0i64, 3, 6] }
-- input { 0i64 } output { empty([0]i64) empty([0]i64) }

def scaled (n: i64) (k: i64) (xs: [n]i64) : [n]i64 = map (* k) xs

def twice [n] (f: [n]i64 -> [n]i64) (xs: [n]i64) : [n]i64 = f (f xs)

entry main (n: i64) : ([n]i64, [n]i64) =
  let at_n = scaled n
  let by3 = at_n 3
  let xs = iota n
  in (at_n 2 xs, twice id (by3 xs))
