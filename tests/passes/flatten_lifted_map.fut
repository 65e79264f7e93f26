-- passes: inline simplify dead-code flatten-all
-- A recursive function in a map: its lifted form takes all instances at once.
def sums [n] (xs: [n]i64) : i64 = if n < 2 then i64.sum xs else sums xs[1:] * 2 + i64.sum xs
entry main : []i64 = map (\k -> sums (iota k)) (iota 6)
