-- sizes: 8
-- Each row keeps another number of elements.
entry main (n: i64) : [n]i64 =
  let count i = length (filter (\x -> x % (i + 1) == 0) (map (+ i) (iota n)))
  let sum i = i64.sum (filter (\x -> x % 3 == i % 3) (iota n))
  in map (\i -> count i + sum i) (iota n)
