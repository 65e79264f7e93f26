-- With `'~a` a function may give arrays of a size that it alone knows.
-- ==
-- entry: main
-- input { 4i64 } output { [1i64, 3] 4i64 }
-- input { 0i64 } output { empty([0]i64) 0i64 }

def apply '~a '~b (f: a -> b) (x: a) : b = f x

entry main (n: i64) : ([]i64, i64) =
  let odds = apply (\m -> filter (\i -> i % 2 == 1) (iota m)) n
  in (odds, length (apply (filter (>= 0)) (iota n)))
