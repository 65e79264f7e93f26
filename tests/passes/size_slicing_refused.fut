-- passes: inline simplify cse dead-code slice
-- How much a filter keeps is known when all of it is done; what a recursion returns that keeps filtering, when it is
-- over. To compute that twice would be work at every level, so both sizes stay results.
def sieve [n] (xs: [n]i64) : []i64 =
  if n == 0 then [] else let p = xs[0] in [p] ++ sieve (filter (\x -> x % p != 0) xs)

entry main : []i64 = sieve (map (+ 2) (iota 30))
