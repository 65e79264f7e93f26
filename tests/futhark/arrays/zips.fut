-- Zipping and unzipping: arrays of tuples, of tuples of tuples, and of rows.
-- ==
-- entry: pairs
-- input { [1, 2, 3] [1.5, 2.5, 3.5] } output { [1.5, 5.0, 10.5] [3, 2, 1] [3.5, 2.5, 1.5] }
-- input { empty([0]i32) empty([0]f64) } output { empty([0]f64) empty([0]i32) empty([0]f64) }

-- ==
-- entry: triples
-- input { [1, 2] [true, false] [3u8, 4] } output { [1, 2] [true, false] [3u8, 4] [4i64, 2] }

-- ==
-- entry: many
-- input { [1, 2] [10, 20] [100, 200] [1000, 2000] [10000, 20000] } output { [1111, 2222] [11111, 22222] [10000, 20000] }
-- input { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: nested
-- input { [1, 2] [3, 4] [5, 6] } output { [9, 12] [1, 2] [5, 6] 21 }

-- ==
-- entry: rows
-- input { [[1, 2], [3, 4], [5, 6]] [10, 20, 30] } output { [[11, 12], [23, 24], [35, 36]] 20 [5, 6] }

-- ==
-- entry: indexed
-- input { [30, 10, 20] } output { 1i64 10 [30, 11, 22] }
-- input { [5] } output { 0i64 5 [5] }

entry pairs [n] (a: [n]i32) (b: [n]f64) =
  let both = zip a b
  let (c, d) = unzip (reverse both)
  in (map (\(x, y) -> f64.i32 x * y) both, c, d)

entry triples [n] (a: [n]i32) (b: [n]bool) (c: [n]u8) =
  let t = zip3 a b c
  let (x, y, z) = unzip3 t
  in (x, y, z, map (\(p, q, r) -> i64.i32 p + (if q then i64.u8 r else 0)) t)

entry many [n] (a: [n]i32) (b: [n]i32) (c: [n]i32) (d: [n]i32) (e: [n]i32) =
  let (_, _, _, _, last') = unzip5 (zip5 a b c d e)
  in (map (\(p, q, r, s) -> p + q + r + s) (zip4 a b c d),
      map (\(p, q, r, s, t) -> p + q + r + s + t) (zip5 a b c d e),
      last')

entry nested [n] (a: [n]i32) (b: [n]i32) (c: [n]i32) =
  let t = zip a (zip b c)
  let (x, (_, z)) = (map (.0) t, unzip (map (\p -> p.1) t))
  in (map (\(p, (q, r)) -> p + q + r) t, x, z, t |> map (\(p, (q, r)) -> p + q + r) |> i32.sum)

entry rows [n] [m] (a: [n][m]i32) (b: [n]i32) =
  let t = zip a b
  let (last_row, _) = t[n - 1]
  in (map (\(row, x) -> map (+ x) row) t, t[1].1, last_row)

entry indexed [n] (a: [n]i32) =
  let (i, x) =
    reduce (\(i, x) (j, y) -> if y < x then (j, y) else (i, x)) (-1, i32.highest) (zip (indices a) a)
  in (i, x, map2 (\i x -> i32.i64 i + x) (iota n) a)
