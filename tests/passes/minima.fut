-- passes: lower-to-imp minima
-- The least number of a row, of which none may be known; the numbers above a bound; a running maximum, and where it is.
entry least [n] (xs: [n]f32) : f32 = reduce f32.min f32.nan xs

entry bounded [n] (xs: [n]f32) : [n]f32 = map (f32.max 0.5) xs

entry highest [n] (xs: [n]f64) : [n]f64 =
  let (out, _) =
    loop (out, high) = (copy xs, -1) for i < n do
      let high = f64.max high xs[i]
      in (out with [i] = high, high)
  in out
