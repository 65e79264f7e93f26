-- passes: inline tidy hoist fuse fuse-reads tidy
-- The greatest element is found where the elements are made; the sum of floats stays as it is, as rows added up one by
-- one would make another sum.
def levels [n] [m] (xss: [n][m]i32) : ([n][m]i32, i32, f64) =
  let yss = map (map (\x -> x * x)) xss
  let greatest = i32.maximum (flatten yss)
  let halves = map (map (\x -> f64.i32 x / 2)) xss
  let sum = f64.sum (flatten halves)
  in (map (map (\y -> greatest - y)) yss, greatest, sum)

entry main : ([2][3]i32, i32, f64) = levels [[1, -5, 2], [0, 3, 4]]
