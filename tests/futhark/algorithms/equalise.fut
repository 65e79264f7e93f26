-- Histogram equalisation of a grey image: counts, their running sum, and a look-up table applied to every pixel.
-- ==
-- entry: equalise
-- input { [[0u8, 0], [0, 0]] 4i64 } output { [[0u8, 0], [0, 0]] }
-- input { [[0u8, 1], [2, 3]] 4i64 } output { [[0u8, 1], [2, 3]] }
-- input { [[1u8, 1, 1], [1, 2, 3]] 4i64 } output { [[0u8, 0, 0], [0, 1, 3]] }
-- input { empty([0][3]u8) 4i64 } output { empty([0][3]u8) }

-- ==
-- entry: counts
-- input { [[1u8, 1, 1], [1, 2, 9]] 4i64 } output { [0i32, 4, 1, 0] }
-- input { empty([2][0]u8) 3i64 } output { [0, 0, 0] }

entry counts [h][w] (image: [h][w]u8) (levels: i64) : [levels]i32 =
  let bins = image |> flatten |> map i64.u8
  in reduce_by_index (replicate levels 0) (+) 0 bins (map (const 1) bins)

entry equalise [h][w] (image: [h][w]u8) (levels: i64) : [h][w]u8 =
  let histogram = counts image levels
  let cdf = scan (+) 0 histogram
  let lowest = reduce i32.min i32.highest (map (\c -> if c > 0 then c else i32.highest) cdf)
  let pixels = i32.i64 (h * w)
  let spread_out c =
    if pixels <= lowest || c <= lowest then 0u8 else u8.i32 ((c - lowest) * (i32.i64 levels - 1) / (pixels - lowest))
  let table = map spread_out cdf
  in map (map (\p -> table[i64.u8 p])) image
