-- sizes: 6
-- A sum that does not depend on the row, within the map over rows and a loop of steps.
entry main (n: i64) : [n]f64 =
  let start = map (\i -> f64.i64 (i + 1)) (iota n)
  in loop xs = start for _step < 3 do
       map (\x -> x / f64.sum xs + f64.i64 (i64.sum (iota n))) xs
