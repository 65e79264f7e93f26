-- The length of a top-level array as a size.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { [11i32, 22, 33] }
-- input { [1i32, 2] } error: size|shape|2|3

def weights : []i32 = [10, 20, 30]

def add (xs: [length weights]i32) (ys: [length weights]i32) : *[length weights]i32 = map2 (+) xs ys

entry main (xs: []i32) : []i32 = add (xs :> [length weights]i32) (weights :> [length weights]i32)
