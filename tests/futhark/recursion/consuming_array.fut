-- A recursive function that consumes an array and gives it back, changed in place.
-- ==
-- entry: main
-- input { [5i32, 3, 9, 1] } output { [1i32, 9, 3, 5] }
-- input { [5i32, 3, 9] } output { [9i32, 3, 5] }
-- input { empty([0]i32) } output { empty([0]i32) }

def swap_all [n] (i: i64) (xs: *[n]i32) : *[n]i32 =
  let j = n - 1 - i
  in if i >= j then xs else
     let a = xs[i]
     let b = xs[j]
     let xs[i] = b
     let xs[j] = a
     in swap_all (i + 1) xs

entry main [n] (xs: [n]i32) : [n]i32 = swap_all 0 (copy xs)
