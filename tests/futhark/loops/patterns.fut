-- What a loop's variables can be: tuples in tuples, records, arrays of tuples; and what they run over.
-- ==
-- entry: nested_tuples
-- input { 3 } output { 3 3 8 }
-- input { 0 } output { 0 0 1 }

-- ==
-- entry: record_state
-- input { [5, -3, 8, -20, 4] } output { -6 -10 10 }
-- input { empty([0]i32) } output { 0 0 0 }

-- ==
-- entry: over_pairs
-- input { [2, 3, 4] [true, false, true] } output { 6 5 }
-- input { empty([0]i32) empty([0]bool) } output { 0 0 }

-- ==
-- entry: ignored
-- input { 4 } output { 16 16 }

-- ==
-- entry: tuple_arrays
-- input { [3, 1, 2] } output { [1, 2, 3] [1i64, 2, 0] }
-- input { [1] } output { [1] [0i64] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i64) }

-- ==
-- entry: ascribed
-- input { [1.0, 2.0] 3i64 } output { [8.0, 16.0] 3i64 }

-- ==
-- entry: boolean
-- input { [1, 2, 3, 4] 3 } output { true }
-- input { [1, 2, 3, 4] 9 } output { false }
-- input { empty([0]i32) 0 } output { false }

-- ==
-- entry: over_rows
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[1, 3, 5], [2, 4, 6]] }

entry nested_tuples (n: i32) =
  let ((a, b), c) = loop ((a, b), c) = ((0, 0), 1) for i < n do ((a + 1, b + i), c + c)
  in (a, b, c)

-- | A balance that moves, and its least and greatest value.
entry record_state (moves: []i32) =
  let final =
    loop s = {now = 0, low = 0, high = 0} for m in moves do
      let now = s.now + m
      in {now, low = i32.min s.low now, high = i32.max s.high now}
  in (final.now, final.low, final.high)

entry over_pairs [n] (xs: [n]i32) (flags: [n]bool) =
  loop (total, bits) = (0, 0) for (i, (x, f)) in zip (iota n) (zip xs flags) do
    if f then (total + x, bits | 1 << i32.i64 i) else (total, bits)

entry ignored (n: i32) =
  (loop x = 1 for _i < n do x * 2, loop x = 1 for _ in 0..<n do x + x)

-- | Sorts by selection, with the places where the elements were.
entry tuple_arrays [n] (xs: [n]i32) =
  let sorted = loop ps = copy (zip xs (iota n)) for i < n do
    let least = loop k = i for j in i..<n do if ps[j].0 < ps[k].0 then j else k
    let p = ps[i]
    let q = ps[least]
    in ps with [i] = q with [least] = p
  in unzip sorted

entry ascribed [n] (xs: [n]f64) (k: i64) : ([n]f64, i64) =
  loop (ys: [n]f64, j: i64) = (xs, 0) for i < k do (map (* 2) ys, i + 1)

entry boolean (xs: []i32) (x: i32) : bool = loop found = false for y in xs do found || x == y

entry over_rows [n] [m] (xss: [n][m]i32) : [m][n]i32 =
  let columns = replicate m (replicate n 0)
  let (columns, _) = loop (columns, i) = (columns, 0) for xs in xss do
    (loop columns for j < m do columns with [j, i] = xs[j], i + 1)
  in columns
