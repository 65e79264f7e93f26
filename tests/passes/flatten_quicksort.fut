-- passes: inline simplify dead-code flatten-all
-- Both recursive calls of all parts are one call of the lifted function, which ends when there are no parts.
def quicksort [n] (xs: [n]i32) : [n]i32 =
  if n < 2 then copy xs
  else let pivot = xs[n / 2]
       let less = quicksort (filter (< pivot) xs)
       let same = filter (== pivot) xs
       let more = quicksort (filter (> pivot) xs)
       in (less ++ same ++ more) :> [n]i32
entry main : []i32 = quicksort [5, 3, 9, 1, 1, 7, 3, 8]
entry none : []i32 = quicksort []
