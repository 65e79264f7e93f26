-- sizes: 8, linear
-- One element behind an array, for each element that a branch is taken for: where only single elements are read, nothing
-- is put end to end. The same with a map in the branch, one element of which is read where another array says.
def get [n] (xs: [n]i64) (x: i64) (i: i64) : i64 =
  let all = xs ++ [x]
  in all[i + 1] - all[i]

entry main (n: i64) : (i64, i64, i64, i64) =
  let xs = map (\i -> (i * 7) % 11) (iota n)
  let places = map (\i -> (i * 5) % n) (iota n)
  let steps = map (\i -> if i % 3 == 0 then get xs n i else 0) (iota n)
  let parts = map (\i -> if i % 2 == 0 then ([n] ++ xs ++ [i])[places[i]] else i) (iota n)
  let pairs = map (\i -> if i % 4 == 2 then i64.sum ((xs ++ [i])[i:i + 2]) else 0) (iota n)
  let mapped = map (\i -> if i % 5 == 1 then (map (\x -> x * x * i + x / (i + 1)) xs)[places[i]] else 0) (iota n)
  in (i64.sum steps, i64.sum parts, i64.sum pairs, i64.sum mapped)
