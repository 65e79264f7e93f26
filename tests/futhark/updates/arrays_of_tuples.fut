-- Updates of arrays of tuples, records and rows of tuples.
-- ==
-- entry: main
-- input { [1i32, 2, 3] [true, true, true] } output { [1i32, 9, 3] [true, false, true] }

-- ==
-- entry: swapped
-- input { [1i32, 2, 3] } output { [3i32, 2, 1] [2i64, 1, 0] }

-- ==
-- entry: slices
-- input { [1i32, 2, 3] } output { [7i32, 7, 3] [false, false, true] }

entry main [n] (xs: [n]i32) (bs: [n]bool) : ([n]i32, [n]bool) =
  let ps = copy (zip xs bs)
  let ps[1] = (9, false)
  in unzip ps
entry swapped [n] (xs: [n]i32) : ([n]i32, [n]i64) =
  let ps = copy (zip xs (iota n))
  let (a, b) = (ps[0], ps[n - 1])
  let ps = ps with [0] = b with [n - 1] = a
  in unzip ps
entry slices [n] (xs: [n]i32) : ([n]i32, [n]bool) =
  let ps = map (\x -> (x, true)) xs
  let ps[0:2] = [(7, false), (7, false)]
  in unzip ps
