-- passes: inline simplify dead-code flatten-all
-- A loop that carries arrays of varying size, with as many turns for all elements: it goes around the flat maps.
def f [n] (turns: i64) (sizes: [n]i64) =
  map (\k ->
         let (_, xs) = loop (m, xs) = (k, iota k) for i < turns do
           let ys = filter (\x -> (x + i) % 3 != 0) (map (+ 1) (scan (+) 0 xs))
           in (length ys, ys :> [length ys]i64)
         in i64.sum xs) sizes
entry main : []i64 = f 3 [4, 0, 7, 1]
