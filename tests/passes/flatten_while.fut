-- passes: inline simplify dead-code flatten-all
-- Loops of different numbers of turns: each turn is a map over the elements that are still active.
def f [n] (starts: [n]i64) =
  map (\k ->
         loop (x, t) = (k, 0) while x > 1 do
           let s = i64.sum (map (\j -> (x + j) % 5) (iota x))
           in (x / 2, t + s)) starts
entry main : []i64 = map (\(x, t) -> 100 * t + x) (f [4, 0, 9, 1, 2])
