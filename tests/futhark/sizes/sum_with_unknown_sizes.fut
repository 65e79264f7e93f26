-- Constructors with arrays of unknown sizes.
-- ==
-- entry: main
-- input { [1i32, -2, 3] } output { 4i32 2i64 }
-- input { [-1i32] } output { -1i32 1i64 }
-- input { empty([0]i32) } output { 0i32 0i64 }

type some [n] = #pos ([n]i32) | #none

def pick (xs: []i32) : ?[n].some [n] =
  let ps = filter (> 0) xs
  in if null ps then #none else #pos ps

entry main (xs: []i32) : (i32, i64) =
  match pick xs
  case #pos ps -> (i32.sum ps, length ps)
  case #none -> (i32.sum xs, length xs)
