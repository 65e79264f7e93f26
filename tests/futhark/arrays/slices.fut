-- Slices of every form: open ends, strides, negative strides, and bounds that are wrong.
-- ==
-- entry: plain
-- input { [0, 1, 2, 3, 4] 1i64 4i64 } output { [1, 2, 3] [1, 2, 3, 4] [0, 1, 2, 3] [0, 1, 2, 3, 4] }
-- input { [0, 1, 2, 3, 4] 0i64 0i64 } output { empty([0]i32) [0, 1, 2, 3, 4] empty([0]i32) [0, 1, 2, 3, 4] }
-- input { [0, 1, 2, 3, 4] 5i64 5i64 } output { empty([0]i32) empty([0]i32) [0, 1, 2, 3, 4] [0, 1, 2, 3, 4] }
-- input { empty([0]i32) 0i64 0i64 } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }
-- input { [0, 1, 2] 2i64 4i64 } error: Index \[2:4\] out of bounds
-- input { [0, 1, 2] -1i64 2i64 } error: out of bounds
-- input { [0, 1, 2] 2i64 1i64 } error: out of bounds

-- ==
-- entry: strided
-- input { [0, 1, 2, 3, 4, 5, 6] 2i64 } output { [0, 2, 4, 6] [1, 3, 5] [0, 2] }
-- input { [0, 1, 2, 3, 4, 5, 6] 3i64 } output { [0, 3, 6] [1, 4] [0, 3] }
-- input { [0, 1, 2, 3, 4, 5, 6] 10i64 } output { [0] [1] [0] }
-- input { [0, 1, 2, 3, 4, 5, 6] 0i64 } error: out of bounds

-- ==
-- entry: backwards
-- input { [0, 1, 2, 3, 4] } output { [4, 3, 2, 1, 0] [4, 2, 0] [3, 2] [2, 1, 0] [4, 3] }

-- ==
-- entry: reversed
-- input { [1, 2, 3] } output { [3, 2, 1] [1, 2, 3] }
-- input { [1] } output { [1] [1] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: evens_and_odds
-- input { [1, 2, 3, 4, 5] } output { [1, 3, 5] [2, 4] 9 6 }
-- input { [1] } output { [1] empty([0]i32) 1 0 }

-- ==
-- entry: windows
-- input { [1, 5, 2, 8, 3] 3i64 } output { [8, 15, 13] }
-- input { [1, 5] 2i64 } output { [6] }

entry plain (a: []i32) (i: i64) (j: i64) = (a[i:j], a[i:], a[:j], a[:])
entry strided (a: []i32) (s: i64) = (a[::s], a[1:6:s], a[:4:s])
entry backwards (a: [5]i32) = (a[::-1], a[::-2], a[3:1:-1], a[2::-1], a[:2:-1])
entry reversed (a: []i32) = (a[::-1], a[::-1][::-1])

entry evens_and_odds (a: []i32) =
  let evens = a[::2]
  let odds = a[1::2]
  in (evens, odds, i32.sum evens, i32.sum odds)

entry windows [n] (a: [n]i32) (w: i64) : []i32 =
  map (\i -> i32.sum a[i:i + w]) (iota (n - w + 1))
