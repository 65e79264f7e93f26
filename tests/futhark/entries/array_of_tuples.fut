-- An array of tuples is as many arrays, which have the same length.
-- ==
-- entry: total
-- input { [1i32, 2, 3] [10i32, 20, 30] } output { 140i32 }
-- input { empty([0]i32) empty([0]i32) } output { 0i32 }
-- input { [1i32, 2, 3] [10i32, 20] } error: argument `ps` has arrays of shapes \[2\] and \[3\] that should be equal

-- ==
-- entry: sorted
-- input { [3i32, 1, 2] [true, false, true] } output { [1i32, 2, 3] [false, true, true] }
-- input { [5i32] [true] } output { [5i32] [true] }
-- input { empty([0]i32) empty([0]bool) } output { empty([0]i32) empty([0]bool) }

entry total (ps: [](i32, i32)) : i32 = i32.sum (map (\(a, b) -> a * b) ps)

entry sorted [n] (ps: [n](i32, bool)) : [n](i32, bool) =
  let place p = i64.sum (map (\q -> i64.bool (q.0 < p.0)) ps)
  in scatter (copy ps) (map place ps) ps
