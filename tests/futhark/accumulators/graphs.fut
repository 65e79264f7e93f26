-- Degrees and reachable sets of graphs whose edges a stream visits.

-- ==
-- entry: degrees
-- input { 4i64 [0i64, 0, 1, 2] [1i64, 2, 2, 2] } output { [2i32, 2, 4, 0] }
-- input { 0i64 empty([0]i64) empty([0]i64) } output { empty([0]i32) }

-- ==
-- entry: reachable
-- input { [[1i64, 2], [3, -1], [3, -1], [-1, -1], [0, -1]] 0i64 } output { [true, true, true, true, false] }
-- input { [[1i64, 2], [3, -1], [3, -1], [-1, -1], [0, -1]] 4i64 } output { [true, true, true, true, true] }
-- input { [[1i64, 2], [3, -1], [3, -1], [-1, -1], [0, -1]] 3i64 } output { [false, false, false, true, false] }

-- Each edge counts at both of its ends.
entry degrees [m] (n: i64) (from: [m]i64) (to: []i64) : [n]i32 =
  let count (acc: *intrinsics.acc ([n]i32)) (a, b) = intrinsics.acc_write (intrinsics.acc_write acc a 1) b 1
  in intrinsics.hist_stream (replicate n 0) (+) 0 count (zip from (to :> [m]i64))

def step [n] [m] (edges: [n][m]i64) (reached: [n]bool) : *[n]bool =
  let visit (acc: *intrinsics.acc ([n]bool)) (i: i64) =
    if reached[i]
    then loop acc for next in edges[i] do intrinsics.acc_write acc next true
    else acc
  in intrinsics.hist_stream (copy reached) (||) false visit (iota n)

entry reachable [n] [m] (edges: [n][m]i64) (start: i64) : [n]bool =
  let first = replicate n false with [start] = true
  in loop reached = first for _i < n do step edges reached
