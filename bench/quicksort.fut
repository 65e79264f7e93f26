-- Quicksort as one says it: parts of parts, by recursion.

entry quicksort [n] (xs: [n]i32) : [n]i32 =
  if n < 2 then copy xs
  else let pivot = xs[n / 2]
       let less = quicksort (filter (< pivot) xs)
       let same = filter (== pivot) xs
       let more = quicksort (filter (> pivot) xs)
       in (less ++ same ++ more) :> [n]i32
