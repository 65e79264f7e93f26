-- sizes: 8, linear
-- One element of an updated copy is read in a branch.
entry main (n: i64) : i64 =
  let xs = scan (+) 0 (iota n)
  in i64.sum (map (\i -> if xs[i] % 2 == 0 then (copy xs with [i] = n)[n - 1 - i] else i) (iota n))
