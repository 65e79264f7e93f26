-- All results of flatmap: sizes, flags, offsets, elements, and what the function gives besides.

-- ==
-- entry: all_results
-- input { [2i64, 0, 3] }
-- output { [2i64, 0, 3] [true, false, true, false, false] [0i64, 2, 2] [0i64, 1, 0, 1, 2] [20i64, 0, 30] }
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]bool) empty([0]i64) empty([0]i64) empty([0]i64) }
-- input { [0i64, 0] } output { [0i64, 0] empty([0]bool) [0i64, 0] empty([0]i64) [0i64, 0] }
-- input { [1i64] } output { [1i64] [true] [0i64] [0i64] [10i64] }

-- ==
-- entry: without_extra
-- input { [2i64, 0, 3] } output { [2i64, 0, 3] [true, false, true, false, false] [0i64, 2, 2] [2i64, 2, 3, 3, 3] }
-- input { [0i64] } output { [0i64] empty([0]bool) [0i64] empty([0]i64) }

entry all_results (ns: []i64) = flatmap (\n -> (iota n, n * 10)) ns

entry without_extra (ns: []i64) = flatmap' (\n -> replicate n n) ns
