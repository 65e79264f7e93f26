-- Segmented operations in use: lines drawn by expansion, prime factors, sums over rows of a ragged table.
-- ==
-- entry: draw
-- input { [[0i64, 0i64, 4i64, 4i64], [3i64, 1i64, 3i64, 1i64], [5i64, 2i64, 0i64, 2i64], [2i64, 6i64, 4i64, 2i64]] }
-- output { [[0i64, 0i64], [1i64, 1i64], [2i64, 2i64], [3i64, 3i64], [4i64, 4i64], [3i64, 1i64], [5i64, 2i64], [4i64, 2i64], [3i64, 2i64], [2i64, 2i64], [1i64, 2i64], [0i64, 2i64], [2i64, 6i64], [2i64, 5i64], [3i64, 4i64], [3i64, 3i64], [4i64, 2i64]] }
-- input { empty([0][4]i64) } output { empty([0][2]i64) }

-- ==
-- entry: divisors
-- input { [12i64, 7i64, 1i64, 10i64] }
-- output { [1i64, 2i64, 3i64, 4i64, 6i64, 12i64, 1i64, 7i64, 1i64, 1i64, 2i64, 5i64, 10i64] [28i64, 8i64, 1i64, 18i64] }
-- input { [6i64, 0i64, 0i64, 4i64] } output { [1i64, 2i64, 3i64, 6i64, 1i64, 2i64, 4i64] [12i64, 0i64, 0i64, 7i64] }

-- ==
-- entry: rows
-- input { [true, false, true, false, false, true] [3i32, 1i32, -4i32, -2i32, -9i32, 8i32] [2i64, 0i64, 3i64, 1i64] }
-- output { [4i32, -15i32, 8i32] [3i32, 3i32, -4i32, -2i32, -2i32, 8i32] [0i64, 0i64, 2i64, 2i64, 2i64, 3i64] }

import "segmented"

type point = (i64, i64)
type line = {from: point, to: point}

def points_in_line ({from = (x1, y1), to = (x2, y2)}: line) : i64 =
  1 + i64.max (i64.abs (x2 - x1)) (i64.abs (y2 - y1))

def point_in_line (l: line) (i: i64) : point =
  let ((x1, y1), (x2, y2)) = (l.from, l.to)
  let n = points_in_line l - 1
  in if n == 0 then l.from else (x1 + (x2 - x1) * i / n, y1 + (y2 - y1) * i / n)

entry draw [k] (lines: [k][4]i64) : [][2]i64 =
  lines
  |> map (\l -> {from = (l[0], l[1]), to = (l[2], l[3])})
  |> expand points_in_line point_in_line
  |> map (\(x, y) -> [x, y])

entry divisors [n] (xs: [n]i64) : ([]i64, [n]i64) =
  let divides x i = if x % (i + 1) == 0 then i + 1 else 0
  in (expand id divides xs |> filter (!= 0),
      expand_outer_reduce id divides (+) 0 xs)

entry rows [n][m] (flags: [n]bool) (xs: [n]i32) (sizes: [m]i64) : ([]i32, [n]i32, []i64) =
  (segmented_reduce (+) 0 flags xs, segmented_scan i32.max i32.lowest flags xs, replicated_iota sizes)
