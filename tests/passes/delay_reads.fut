-- passes: expand-interleaved lower-to-kernels delay-reads
-- A mean that only kernels want; a sum that decides on a size; and one that is a result, too.
entry centred [n] (xs: [n]f32) : [n]f32 =
  let mean = f32.sum xs / f32.i64 n
  in map (\x -> x - mean) xs

entry repeated [n] (xs: [n]i64) : []i64 =
  let total = i64.sum xs
  in if total < 0 || total > 20 then map (\x -> x - total) xs else replicate total (total + 1)

entry both [n] (xs: [n]i64) : ([n]i64, i64) =
  let total = i64.sum xs
  in (map (\x -> x - total) xs, total)

entry all : ([]f32, []i64, ([]i64, i64)) = (centred [1, 2, 6], repeated (iota 5), both (iota 20))
