-- sizes: 16
-- Running sums, running sums that start anew at flags, and what follows from both.
def segmented [n] (flags: [n]bool) (xs: [n]i64) : [n]i64 =
  let op (f1, x1) (f2, x2) = (f1 || f2, if f2 then x2 else x1 + x2)
  in map (.1) (scan op (false, 0) (zip flags xs))

entry main (n: i64) : [n]i64 =
  let xs = map (\i -> i * i % 13) (iota n)
  let plain = scan (+) 0 xs
  let by_flags = segmented (map (\x -> x % 5 == 0) xs) (map (* 2) xs)
  in map3 (\a b c -> a + b * c) plain by_flags (scan i64.max i64.lowest xs)
