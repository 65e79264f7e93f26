-- Scatters whose indices are those of a slice: in bounds, beyond an end, at a stride, of rows, and of one column.
-- ==
-- entry: inside
-- input { [1i32, 2, 3, 4, 5, 6] 2i64 2i64 } output { [1i32, 2, 7, 10, 5, 6] }
-- input { [1i32, 2, 3, 4, 5, 6] 0i64 0i64 } output { [1i32, 2, 3, 4, 5, 6] }
-- input { [1i32, 2, 3, 4, 5, 6] 4i64 2i64 } output { [1i32, 2, 3, 4, 7, 10] }

-- ==
-- entry: beyond
-- input { [1i32, 2, 3, 4] 2i64 4i64 } output { [1i32, 2, 7, 10] }
-- input { [1i32, 2, 3, 4] -2i64 4i64 } output { [14i32, 18, 3, 4] }

-- ==
-- entry: strided
-- input { [1i32, 2, 3, 4, 5, 6, 7] } output { [1i32, 7, 3, 10, 5, 14, 7] }
-- input { [1i32, 2] } output { [1i32, 7] }

-- ==
-- entry: rows
-- input { [[1i32, 2], [3, 4], [5, 6]] 1i64 } output { [[1i32, 2], [3, 7], [5, 10]] [[1i32, 2], [7, 10], [5, 6]] }

-- ==
-- entry: blocks
-- input { [0i32, 0, 0, 0, 0, 0] 2i64 } output { [7i32, 10, 8, 11, 9, 12] }

-- What a loop makes of the elements one after the other.
def made (n: i64) (first: i32) : *[n]i32 =
  loop xs = replicate n first for i < n - 1 do xs with [i + 1] = xs[i] + 3 + i32.i64 i

entry inside [n] (xs: *[n]i32) (start: i64) (count: i64) : [n]i32 =
  let start = assert (0 <= start && start + count <= n && 0 <= count) start
  in scatter xs (map (+ start) (iota count)) (made count 7)

entry beyond [n] (xs: *[n]i32) (start: i64) (count: i64) : [n]i32 =
  scatter xs (map (+ start) (iota count)) (map2 (+) (made count 7) (map (\i -> if i > 1 then 2 - i32.i64 i else 0) (iota count)))

entry strided [n] (xs: *[n]i32) : [n]i32 =
  let half = n / 2
  in scatter xs (map (\i -> i * 2 + 1) (iota half)) (made half 7)

entry rows [n] (xss: *[n][2]i32) (at: i64) : ([n][2]i32, [n][2]i32) =
  let at = assert (0 <= at && at + 2 <= n) at
  let column = scatter_2d (copy xss) (map (\i -> (i + at, 1)) (iota 2)) (made 2 7)
  let row = scatter xss (map (+ at) (iota 1)) [made 2 7]
  in (column, row)

-- Block after block, each where it belongs.
entry blocks [n] (xs: *[n]i32) (count: i64) : [n]i32 =
  let size = n / count
  in loop xs for k < count do
       let xs = scatter xs (map (\i -> k * 2 + i) (iota 2)) (made 2 (7 + i32.i64 k))
       in if size == 3 then scatter xs (map (\i -> 4 + i) (iota 2)) [9, 12] else xs
