-- passes: expand-interleaved lower-to-kernels
-- Reductions: of an array, in an order that does not matter, or does; of each row; with what is collected beside it; and with an
-- operator on arrays, by pieces.
entry total [n] (xs: [n]i64) : i64 = i64.sum xs

entry last [n] (xs: [n]i64) : i64 = reduce (\x y -> if y > 2 then y else x) i64.lowest xs

entry of_rows [n] [m] (a: [n][m]i64) : [n]i64 = map i64.sum a

entry with_squares [n] (xs: [n]i64) : (i64, [n]i64) = let ys = map (\x -> x * x) xs in (i64.sum ys, ys)

entry composed [n] (a: [n][2]i64) : [2]i64 = reduce (\x y -> [x[0] * y[0], x[1] * y[0] + y[1]]) [1, 0] a

entry all : (i64, i64, []i64, (i64, []i64), []i64) =
  (total (iota 67), last (iota 71), of_rows [iota 40, iota 40], with_squares (iota 13), composed (map (\i -> [i % 3 + 1, i]) (iota 17)))
