-- A function that gives two arrays of one unknown size; both uses agree.
-- ==
-- entry: main
-- input { [1i32, 2, 3, 4] } output { [6i32, 12] }
-- input { [1i32] } output { empty([0]i32) }

def evens (xs: []i32) : ?[k].([k]i32, [k]i32) =
  let ys = filter (\x -> x % 2 == 0) xs
  in (ys, map (* 2) ys)

entry main (xs: []i32) : []i32 =
  let (a, b) = evens xs
  in map2 (+) a b
