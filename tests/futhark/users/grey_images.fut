-- Grey images of bytes: equalised histograms, erosion and dilation by separable filters, a threshold of greatest variance.
-- ==
-- entry: equalise
-- input { [[45u8, 70u8, 51u8, 85u8, 70u8, 77u8, 68u8], [83u8, 81u8, 50u8, 51u8, 51u8, 74u8, 60u8], [83u8, 73u8, 52u8, 77u8, 47u8, 45u8, 46u8], [67u8, 42u8, 76u8, 57u8, 76u8, 57u8, 77u8], [61u8, 46u8, 63u8, 58u8, 74u8, 59u8, 89u8]] }
-- output { [[15u8, 157u8, 67u8, 247u8, 157u8, 217u8, 142u8], [240u8, 225u8, 45u8, 67u8, 67u8, 180u8, 112u8], [240u8, 165u8, 75u8, 217u8, 37u8, 15u8, 30u8], [135u8, 0u8, 195u8, 90u8, 195u8, 90u8, 217u8], [120u8, 30u8, 127u8, 97u8, 180u8, 105u8, 255u8]] }
-- input { [[7u8,7]] } output { [[7u8,7]] }
-- input { empty([0][3]u8) } output { empty([0][3]u8) }

-- ==
-- entry: opened
-- input { [[45u8, 70u8, 51u8, 85u8, 70u8, 77u8, 68u8], [83u8, 81u8, 50u8, 51u8, 51u8, 74u8, 60u8], [83u8, 73u8, 52u8, 77u8, 47u8, 45u8, 46u8], [67u8, 42u8, 76u8, 57u8, 76u8, 57u8, 77u8], [61u8, 46u8, 63u8, 58u8, 74u8, 59u8, 89u8]] }
-- output { [[45u8, 50u8, 50u8, 51u8, 51u8, 60u8, 60u8], [45u8, 50u8, 50u8, 51u8, 51u8, 60u8, 60u8], [45u8, 50u8, 50u8, 50u8, 47u8, 45u8, 45u8], [42u8, 42u8, 57u8, 57u8, 57u8, 57u8, 57u8], [42u8, 42u8, 57u8, 57u8, 57u8, 57u8, 57u8]] }
-- input { [[5u8]] } output { [[5u8]] }

-- ==
-- entry: gradient
-- input { [[45u8, 70u8, 51u8, 85u8, 70u8, 77u8, 68u8], [83u8, 81u8, 50u8, 51u8, 51u8, 74u8, 60u8], [83u8, 73u8, 52u8, 77u8, 47u8, 45u8, 46u8], [67u8, 42u8, 76u8, 57u8, 76u8, 57u8, 77u8], [61u8, 46u8, 63u8, 58u8, 74u8, 59u8, 89u8]] }
-- output { [[38u8, 38u8, 35u8, 35u8, 34u8, 26u8, 17u8], [38u8, 38u8, 35u8, 38u8, 40u8, 32u8, 32u8], [41u8, 41u8, 39u8, 30u8, 32u8, 32u8, 32u8], [41u8, 41u8, 35u8, 30u8, 32u8, 44u8, 44u8], [25u8, 34u8, 34u8, 19u8, 19u8, 32u8, 32u8]] }

-- ==
-- entry: threshold
-- input { [[45u8, 70u8, 51u8, 85u8, 70u8, 77u8, 68u8], [83u8, 81u8, 50u8, 51u8, 51u8, 74u8, 60u8], [83u8, 73u8, 52u8, 77u8, 47u8, 45u8, 46u8], [67u8, 42u8, 76u8, 57u8, 76u8, 57u8, 77u8], [61u8, 46u8, 63u8, 58u8, 74u8, 59u8, 89u8]] }
-- output { 63u8 [[false, true, false, true, true, true, true], [true, true, false, false, false, true, false], [true, true, false, true, false, false, false], [true, false, true, false, true, false, true], [false, false, false, false, true, false, true]] }

type image [h][w] = [h][w]u8

def levels : i64 = 256
def histogram [h][w] (im: image [h][w]) : [levels]i32 =
  let px = flatten im
  in reduce_by_index (replicate levels 0) (+) 0 (map i64.u8 px) (map (\_ -> 1) px)

entry equalise [h][w] (im: image [h][w]) : image [h][w] =
  let cdf = scan (+) 0 (histogram im)
  let n = i32.i64 (h * w)
  let low = reduce i32.min i32.highest (map (\c -> if c == 0 then i32.highest else c) cdf)
  in if low >= n then im
     else let lut = map (\c -> u8.i32 ((c - low) * 255 / (n - low))) cdf
          in map (map (\p -> #[unsafe] lut[i64.u8 p])) im

-- | A filter along rows, then along columns.
def separable [h][w] 'a (f: a -> a -> a) (im: [h][w]a) : [h][w]a =
  let line [n] (xs: [n]a) : [n]a =
    map (\i -> let x = if i > 0 then f xs[i] xs[i - 1] else xs[i]
               in if i < n - 1 then f x xs[i + 1] else x)
        (indices xs)
  in im |> map line |> transpose |> map line |> transpose

def erode [h][w] : image [h][w] -> image [h][w] = separable u8.min
def dilate [h][w] : image [h][w] -> image [h][w] = separable u8.max

entry opened [h][w] (im: image [h][w]) : image [h][w] = im |> erode |> dilate
entry gradient [h][w] (im: image [h][w]) : image [h][w] = map2 (map2 (-)) (dilate im) (erode im)

entry threshold [h][w] (im: image [h][w]) : (u8, [h][w]bool) =
  let hist = map f64.i32 (histogram im)
  let sums = map2 (*) hist (map f64.i64 (iota levels))
  let (n0, s0) = unzip (scan (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) (zip hist sums))
  let (n, s) = (last n0, last s0)
  let variance n0 s0 =
    let n1 = n - n0
    in if n0 == 0 || n1 == 0 then 0 else n0 * n1 * (s0 / n0 - (s - s0) / n1) ** 2
  let (_, t) = reduce_comm (\(x: f64, i: i64) (y, j) -> if x > y + 1e-9 || (f64.abs (x - y) <= 1e-9 && i < j) then (x, i) else (y, j))
                           (-1, levels) (zip (map2 variance n0 s0) (iota levels))
  in (u8.i64 t, map (map (> u8.i64 t)) im)
