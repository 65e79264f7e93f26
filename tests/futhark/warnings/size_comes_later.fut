-- A function of `let` whose size is known only below it is not portable; one with a size parameter is.
-- ==
-- warning: not portable: a local function takes a size that is bound after it.*size_comes_later\.fut:8:15
-- input { [1, -2, 3] } output { 2i64 2i64 }

entry main (xs: []i32) : (i64, i64) =
  let count [n] (ys: [n]i32) = length ys
  let later = \ys -> length ys
  in (count (filter (> 0) xs), later (filter (> 0) xs))
