-- Convolution in one and two dimensions, with borders of several kinds as functions; pooling; blurring by sums.
-- ==
-- entry: full
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] [1i32, 0i32, -1i32] }
-- output { [1i32, 2i32, 2i32, 2i32, 2i32, -4i32, -5i32] }
-- input { [2i32] [3i32] } output { [6i32] }

-- ==
-- entry: valid
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] [1i32, 0i32, -1i32] } output { [2i32, 2i32, 2i32] }
-- input { [1i32] [1i32, 2i32] } output { empty([0]i32) }

-- ==
-- entry: borders
-- input { [1.0f32, 2.0f32, 4.0f32] }
-- output { [[1.25f32, 2.25f32, 3.5f32], [2.0f32, 2.25f32, 2.75f32], [1.0f32, 2.25f32, 2.5f32]] }

-- ==
-- entry: sobel
-- input { [[3i32, 4i32, 1i32, 6i32, 7i32, 2i32], [1i32, 1i32, 0i32, 6i32, 8i32, 4i32], [0i32, 3i32, 8i32, 8i32, 5i32, 4i32], [2i32, 1i32, 4i32, 3i32, 0i32, 4i32], [4i32, 3i32, 2i32, 4i32, 4i32, 5i32]] }
-- output { [[9.486832980505138f32, 11.40175425099138f32, 12.083045973594572f32, 26.0f32, 14.560219778561036f32, 20.248456731316587f32], [10.770329614269007f32, 4.47213595499958f32, 22.67156809750927f32, 21.02379604162864f32, 12.0f32, 14.560219778561036f32], [5.830951894845301f32, 17.72004514666935f32, 17.72004514666935f32, 10.198039027185569f32, 21.02379604162864f32, 8.246211251235321f32], [12.0f32, 10.198039027185569f32, 18.867962264113206f32, 17.4928556845359f32, 5.0990195135927845f32, 8.246211251235321f32], [8.94427190999916f32, 5.656854249492381f32, 5.0990195135927845f32, 4.47213595499958f32, 10.770329614269007f32, 9.899494936611665f32]] }

-- ==
-- entry: max_pool
-- input { [[3i32, 4i32, 1i32, 6i32, 7i32, 2i32], [1i32, 1i32, 0i32, 6i32, 8i32, 4i32], [0i32, 3i32, 8i32, 8i32, 5i32, 4i32], [2i32, 1i32, 4i32, 3i32, 0i32, 4i32], [4i32, 3i32, 2i32, 4i32, 4i32, 5i32]] }
-- output { [[4i32, 6i32, 8i32], [3i32, 8i32, 5i32]] }

-- ==
-- entry: box
-- input { 1i64 [1.0f64, 2.0f64, 6.0f64, 3.0f64] } output { [1.5f64, 3.0f64, 3.6666666666666665f64, 4.5f64] }
-- input { 3i64 empty([0]f64) } output { empty([0]f64) }

-- | All overlaps.
entry full [n][k] (xs: [n]i32) (ks: [k]i32) : [n + k - 1]i32 =
  tabulate (n + k - 1) (\i ->
    let lo = i64.max 0 (i - k + 1)
    let hi = i64.min n (i + 1)
    in i32.sum (map (\j -> xs[j] * ks[i - j]) (lo..<i64.max lo hi)))

-- | Only whole overlaps; the windows are slices.
entry valid [n][k] (xs: [n]i32) (ks: [k]i32) : []i32 =
  map (\i -> i32.sum (map2 (*) (sized k xs[i:i + k]) (reverse ks))) (iota (i64.max 0 (n - k + 1)))

type^ border [n] = [n]f32 -> i64 -> f32

def clamp (lo: i64) (x: i64) (hi: i64) : i64 = lo `i64.max` x `i64.min` hi
def nearest [n] : border [n] = \xs i -> xs[clamp 0 i (n - 1)]
def wrapped [n] : border [n] = \xs i -> xs[i % n]
def zero [n] : border [n] = \xs i -> if i < 0 || i >= n then 0 else xs[i]

def blur [n] (at: border [n]) (xs: [n]f32) : [n]f32 =
  tabulate n (\i -> 0.25 * at xs (i - 1) + 0.5 * at xs i + 0.25 * at xs (i + 1))

entry borders [n] (xs: [n]f32) : [3][n]f32 = [blur nearest xs, blur wrapped xs, blur zero xs]

def stencil [h][w] (k: [3][3]i32) (image: [h][w]i32) : [h][w]i32 =
  let at i j = image[clamp 0 i (h - 1), clamp 0 j (w - 1)]
  in tabulate_2d h w (\i j ->
       #[unroll]
       loop s = 0 for a < 3 do
         loop s for b < 3 do s + k[a, b] * at (i + a - 1) (j + b - 1))

def sobel_x : [3][3]i32 = [[1, 2, 1], [0, 0, 0], [-1, -2, -1]]

entry sobel [h][w] (image: [h][w]i32) : [h][w]f32 =
  let (gx, gy) = (stencil sobel_x image, stencil (transpose sobel_x) image)
  in map2 (map2 (\x y -> f32.sqrt (f32.i32 (x * x + y * y)))) gx gy

entry max_pool [h][w] (image: [h][w]i32) : [h / 2][w / 2]i32 =
  tabulate_2d (h / 2) (w / 2) (\i j -> i32.maximum (flatten image[2 * i:2 * i + 2, 2 * j:2 * j + 2]))

-- | The mean over windows of 2r + 1, from a table of sums.
entry box [n] (r: i64) (xs: [n]f64) : [n]f64 =
  let sums = [0] ++ scan (+) 0 xs
  in map (\i -> let (lo, hi) = (i64.max 0 (i - r), i64.min n (i + r + 1))
                in (sums[hi] - sums[lo]) / f64.i64 (hi - lo)) (iota n)
