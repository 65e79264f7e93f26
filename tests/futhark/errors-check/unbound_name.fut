-- A misspelt name, with a close one in scope.
-- ==
-- error: error\[E0201\]: `lenght` is not defined

entry mean (xs: []f64) : f64 =
  let total = f64.sum xs
  in total / f64.i64 (lenght xs)
