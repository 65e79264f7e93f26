-- sizes: 32
-- Primes by scatters into one array, which no turn may copy.
entry main (n: i64) : i64 =
  let prime =
    loop prime = replicate n true for p in 2...5 do
      scatter prime (map (\i -> (i + 2) * p) (iota (n / p))) (replicate (n / p) false)
  in i64.sum (map i64.bool prime) - 2
