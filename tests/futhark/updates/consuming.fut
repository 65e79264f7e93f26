-- Consuming parameters and fresh results: a caller may go on with a copy, arrays inside of tuples and records may be
-- consumed apart from each other, and results that alias nothing may be updated.
-- ==
-- entry: keeps_original
-- input { [1, 2, 3] } output { [1, 2, 3] [0, 2, 3] }
-- input { [7] } output { [7] [0] }

-- ==
-- entry: components
-- input { [1, 2] [3, 4] } output { [9, 2] [3, 8] 5i32 }

-- ==
-- entry: branches
-- input { true [1, 2] } output { [-1, 2] }
-- input { false [1, 2] } output { [1, -2] }

-- ==
-- entry: fresh_rows
-- input { [[1, 2], [3, 4]] } output { [[0, 2], [0, 4]] [[1, 2], [3, 4]] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) empty([0][2]i32) }

-- ==
-- entry: polymorphic
-- input { [1, 2, 3] [true, false] } output { [3, 2, 1] [false, true] }

-- ==
-- entry: loop_pair
-- input { [5, 6, 7] } output { [0, 1, 2] [5, 6, 7] }

def zero_first [n] (a: *[n]i32) : *[n]i32 = a with [0] = 0

def exchange 't [n] (a: *[n]t) (i: i64) (j: i64) : *[n]t =
  let (x, y) = (copy a[i], copy a[j])
  in a with [i] = y with [j] = x

entry keeps_original [n] (a: *[n]i32) : ([n]i32, [n]i32) =
  let b = zero_first (copy a)
  in (a, b)

entry components (a: *[]i32) (b: *[]i32) : ([]i32, []i32, i32) =
  let both = {left = a, right = b, other = 5}
  let left = both.left with [0] = 9
  let right = both.right with [1] = 8
  in (left, right, both.other)

entry branches [n] (which: bool) (a: *[n]i32) : [n]i32 =
  if which then a with [0] = -a[0] else a with [n - 1] = -a[n - 1]

entry fresh_rows [n][m] (a: [n][m]i32) : ([n][m]i32, [n][m]i32) =
  let zeroed = map (\row -> zero_first (copy row)) a
  in (zeroed, a)

entry polymorphic [n][m] (a: *[n]i32) (b: *[m]bool) : ([n]i32, [m]bool) =
  (exchange a 0 (n - 1), exchange b 0 (m - 1))

entry loop_pair [n] (a: *[n]i32) : ([n]i32, [n]i32) =
  loop (x, y) = (a, replicate n 0) for i < n do
    let v = x[i]
    let y = y with [i] = v
    in (x with [i] = i32.i64 i, y)
