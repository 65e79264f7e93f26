-- A flatmap whose function gives nothing besides the rows.
-- ==
-- entry: repeated
-- input { [2i64, 0, 3] } output { [2i64, 0, 3] [2i64, 2, 3, 3, 3] 3i64 }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]i64) 0i64 }

-- ==
-- entry: units
-- input { [2i64, 0, 3] } output { [2i64, 0, 3] [0i64, 2, 2] 5i64 }
-- input { [0i64] } output { [0i64] [0i64] 0i64 }

entry repeated (ns: []i64) =
  let (sizes, _, _, rows, extra) = flatmap (\n -> (replicate n n, ())) ns
  in (sizes, rows, length extra)

-- Rows whose elements hold nothing.
entry units (ns: []i64) =
  let (sizes, _, offsets, rows) = flatmap' (\n -> replicate n ()) ns
  in (sizes, offsets, length rows)
