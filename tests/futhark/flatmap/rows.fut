-- Elements and extra results that are arrays and tuples.

-- ==
-- entry: pairs
-- input { [2i64, 1] } output { [0i64, 1, 0] [true, false, false] }

-- ==
-- entry: blocks
-- input { [2i64, 0, 1] [5i32, 6] } output { [[5i32, 6], [5, 6], [6, 7]] [[5i32, 6], [5, 6], [6, 7]] }
-- input { empty([0]i64) [5i32, 6] } output { empty([0][2]i32) empty([0][2]i32) }

-- ==
-- entry: nothing_else
-- input { [1i64, 2] } output { [1i64, 2] [0i64, 0, 1] }

entry pairs (ns: []i64) =
  let (_, _, _, data) = flatmap' (\n -> map (\i -> (i, n == 2 && i == 0)) (iota n)) ns
  in unzip data

-- Extra results: the row itself, shifted by one where it is the last.
entry blocks [n] [m] (ns: [n]i64) (row: [m]i32) =
  let rows i =
    let shifted = map (+ i32.bool (i == n - 1)) row
    in (replicate ns[i] shifted, shifted)
  let (_, _, _, data, extras) = flatmap rows (iota n)
  in (data, extras)

entry nothing_else (ns: []i64) =
  let (sizes, _, _, data, _) = flatmap (\n -> (iota n, ())) ns
  in (sizes, data)
