-- Images and kernels of odd size `[2 * k + 1]`: convolution, separable filters, edges, medians, growth.
-- ==
-- entry: blur
-- input { 0i64 [[3.0f32]] }
-- output { [[3.0f32]] }
-- input { 0i64 [[1.0f32, 2.0f32, 3.0f32]] }
-- output { [[1.0f32, 2.0f32, 3.0f32]] }
-- input { 0i64 [[15.0f32, 16.0f32, 2.0f32, 12.0f32, 5.0f32, 5.0f32], [8.0f32, 16.0f32, 12.0f32, 17.0f32, 9.0f32, 12.0f32], [10.0f32, 5.0f32, 12.0f32, 1.0f32, 13.0f32, 0.0f32], [8.0f32, 0.0f32, 9.0f32, 4.0f32, 2.0f32, 5.0f32], [3.0f32, 19.0f32, 0.0f32, 7.0f32, 7.0f32, 17.0f32]] }
-- output { [[15.0f32, 16.0f32, 2.0f32, 12.0f32, 5.0f32, 5.0f32], [8.0f32, 16.0f32, 12.0f32, 17.0f32, 9.0f32, 12.0f32], [10.0f32, 5.0f32, 12.0f32, 1.0f32, 13.0f32, 0.0f32], [8.0f32, 0.0f32, 9.0f32, 4.0f32, 2.0f32, 5.0f32], [3.0f32, 19.0f32, 0.0f32, 7.0f32, 7.0f32, 17.0f32]] }
-- input { 1i64 [[3.0f32]] }
-- output { [[3.0f32]] }
-- input { 1i64 [[1.0f32, 2.0f32, 3.0f32]] }
-- output { [[1.3333333333333335f32, 1.9999999999999998f32, 2.666666666666667f32]] }
-- input { 1i64 [[15.0f32, 16.0f32, 2.0f32, 12.0f32, 5.0f32, 5.0f32], [8.0f32, 16.0f32, 12.0f32, 17.0f32, 9.0f32, 12.0f32], [10.0f32, 5.0f32, 12.0f32, 1.0f32, 13.0f32, 0.0f32], [8.0f32, 0.0f32, 9.0f32, 4.0f32, 2.0f32, 5.0f32], [3.0f32, 19.0f32, 0.0f32, 7.0f32, 7.0f32, 17.0f32]] }
-- output { [[13.777777777777779f32, 11.333333333333334f32, 11.666666666666666f32, 8.444444444444443f32, 9.11111111111111f32, 6.999999999999999f32], [11.444444444444445f32, 10.666666666666666f32, 10.333333333333332f32, 9.22222222222222f32, 8.222222222222221f32, 6.777777777777778f32], [8.11111111111111f32, 8.888888888888888f32, 8.444444444444443f32, 8.777777777777777f32, 7.0f32, 6.444444444444444f32], [7.333333333333332f32, 7.333333333333334f32, 6.333333333333333f32, 6.111111111111111f32, 6.222222222222221f32, 7.333333333333334f32], [7.333333333333332f32, 6.777777777777779f32, 7.222222222222222f32, 4.777777777777777f32, 8.11111111111111f32, 10.444444444444445f32]] }
-- input { 2i64 [[3.0f32]] }
-- output { [[3.0000000000000018f32]] }
-- input { 2i64 [[1.0f32, 2.0f32, 3.0f32]] }
-- output { [[1.6000000000000005f32, 2.000000000000001f32, 2.4000000000000012f32]] }
-- input { 2i64 [[15.0f32, 16.0f32, 2.0f32, 12.0f32, 5.0f32, 5.0f32], [8.0f32, 16.0f32, 12.0f32, 17.0f32, 9.0f32, 12.0f32], [10.0f32, 5.0f32, 12.0f32, 1.0f32, 13.0f32, 0.0f32], [8.0f32, 0.0f32, 9.0f32, 4.0f32, 2.0f32, 5.0f32], [3.0f32, 19.0f32, 0.0f32, 7.0f32, 7.0f32, 17.0f32]] }
-- output { [[11.520000000000001f32, 11.16f32, 10.119999999999997f32, 8.679999999999998f32, 7.000000000000002f32, 6.880000000000003f32], [10.320000000000002f32, 9.92f32, 9.040000000000001f32, 7.880000000000001f32, 6.8400000000000025f32, 6.440000000000002f32], [8.92f32, 8.8f32, 8.48f32, 8.280000000000001f32, 7.6000000000000005f32, 7.760000000000001f32], [7.520000000000001f32, 7.6800000000000015f32, 7.920000000000002f32, 8.68f32, 8.360000000000001f32, 9.08f32], [6.5600000000000005f32, 6.520000000000001f32, 6.880000000000002f32, 8.040000000000001f32, 7.800000000000001f32, 9.2f32]] }

-- ==
-- entry: edges
-- input { [[3.0f32]] }
-- output { [[0.0f32]] }
-- input { [[1.0f32, 2.0f32, 3.0f32]] }
-- output { [[4.0f32, 8.0f32, 4.0f32]] }
-- input { [[15.0f32, 16.0f32, 2.0f32, 12.0f32, 5.0f32, 5.0f32], [8.0f32, 16.0f32, 12.0f32, 17.0f32, 9.0f32, 12.0f32], [10.0f32, 5.0f32, 12.0f32, 1.0f32, 13.0f32, 0.0f32], [8.0f32, 0.0f32, 9.0f32, 4.0f32, 2.0f32, 5.0f32], [3.0f32, 19.0f32, 0.0f32, 7.0f32, 7.0f32, 17.0f32]] }
-- output { [[23.706539182259394f32, 35.12833614050059f32, 27.313000567495326f32, 24.73863375370596f32, 32.802438933713454f32, 25.179356624028344f32], [28.635642126552707f32, 17.26267650163207f32, 6.324555320336759f32, 4.47213595499958f32, 18.0f32, 9.899494936611665f32], [18.867962264113206f32, 36.138621999185304f32, 35.12833614050059f32, 36.87817782917155f32, 34.52535300326414f32, 34.40930106817051f32], [8.602325267042627f32, 9.055385138137417f32, 8.94427190999916f32, 8.48528137423857f32, 15.556349186104045f32, 45.09988913511872f32], [40.19950248448356f32, 25.298221281347036f32, 32.2490309931942f32, 14.142135623730951f32, 39.824615503479755f32, 52.630789467763066f32]] }

-- ==
-- entry: middles
-- input { 0i64 [[3.0f32]] }
-- output { [[3.0f32]] }
-- input { 0i64 [[1.0f32, 2.0f32, 3.0f32]] }
-- output { [[1.0f32, 2.0f32, 3.0f32]] }
-- input { 0i64 [[15.0f32, 16.0f32, 2.0f32, 12.0f32, 5.0f32, 5.0f32], [8.0f32, 16.0f32, 12.0f32, 17.0f32, 9.0f32, 12.0f32], [10.0f32, 5.0f32, 12.0f32, 1.0f32, 13.0f32, 0.0f32], [8.0f32, 0.0f32, 9.0f32, 4.0f32, 2.0f32, 5.0f32], [3.0f32, 19.0f32, 0.0f32, 7.0f32, 7.0f32, 17.0f32]] }
-- output { [[15.0f32, 16.0f32, 2.0f32, 12.0f32, 5.0f32, 5.0f32], [8.0f32, 16.0f32, 12.0f32, 17.0f32, 9.0f32, 12.0f32], [10.0f32, 5.0f32, 12.0f32, 1.0f32, 13.0f32, 0.0f32], [8.0f32, 0.0f32, 9.0f32, 4.0f32, 2.0f32, 5.0f32], [3.0f32, 19.0f32, 0.0f32, 7.0f32, 7.0f32, 17.0f32]] }
-- input { 1i64 [[3.0f32]] }
-- output { [[3.0f32]] }
-- input { 1i64 [[1.0f32, 2.0f32, 3.0f32]] }
-- output { [[1.0f32, 2.0f32, 3.0f32]] }
-- input { 1i64 [[15.0f32, 16.0f32, 2.0f32, 12.0f32, 5.0f32, 5.0f32], [8.0f32, 16.0f32, 12.0f32, 17.0f32, 9.0f32, 12.0f32], [10.0f32, 5.0f32, 12.0f32, 1.0f32, 13.0f32, 0.0f32], [8.0f32, 0.0f32, 9.0f32, 4.0f32, 2.0f32, 5.0f32], [3.0f32, 19.0f32, 0.0f32, 7.0f32, 7.0f32, 17.0f32]] }
-- output { [[15.0f32, 15.0f32, 12.0f32, 9.0f32, 9.0f32, 5.0f32], [10.0f32, 12.0f32, 12.0f32, 12.0f32, 9.0f32, 5.0f32], [8.0f32, 9.0f32, 9.0f32, 9.0f32, 5.0f32, 5.0f32], [8.0f32, 8.0f32, 5.0f32, 7.0f32, 5.0f32, 5.0f32], [3.0f32, 3.0f32, 7.0f32, 7.0f32, 7.0f32, 7.0f32]] }

-- ==
-- entry: same_by_rows
-- input { [2.0f32] [[15.0f32, 16.0f32, 2.0f32, 12.0f32, 5.0f32, 5.0f32], [8.0f32, 16.0f32, 12.0f32, 17.0f32, 9.0f32, 12.0f32], [10.0f32, 5.0f32, 12.0f32, 1.0f32, 13.0f32, 0.0f32], [8.0f32, 0.0f32, 9.0f32, 4.0f32, 2.0f32, 5.0f32], [3.0f32, 19.0f32, 0.0f32, 7.0f32, 7.0f32, 17.0f32]] }
-- output { true }
-- input { [1.0f32, 2.0f32, 1.0f32] [[15.0f32, 16.0f32, 2.0f32, 12.0f32, 5.0f32, 5.0f32], [8.0f32, 16.0f32, 12.0f32, 17.0f32, 9.0f32, 12.0f32], [10.0f32, 5.0f32, 12.0f32, 1.0f32, 13.0f32, 0.0f32], [8.0f32, 0.0f32, 9.0f32, 4.0f32, 2.0f32, 5.0f32], [3.0f32, 19.0f32, 0.0f32, 7.0f32, 7.0f32, 17.0f32]] }
-- output { true }
-- input { [0.1f32, 0.2f32, 0.4f32, 0.2f32, 0.1f32] [[15.0f32, 16.0f32, 2.0f32, 12.0f32, 5.0f32, 5.0f32], [8.0f32, 16.0f32, 12.0f32, 17.0f32, 9.0f32, 12.0f32], [10.0f32, 5.0f32, 12.0f32, 1.0f32, 13.0f32, 0.0f32], [8.0f32, 0.0f32, 9.0f32, 4.0f32, 2.0f32, 5.0f32], [3.0f32, 19.0f32, 0.0f32, 7.0f32, 7.0f32, 17.0f32]] }
-- output { true }

-- ==
-- entry: grow
-- input { 0i64 [[true, false, false, false, false, false, false], [false, false, false, false, false, false, false], [false, false, false, false, false, false, false], [false, false, false, false, false, false, false], [false, true, false, false, true, false, true], [false, false, false, false, false, true, false]] }
-- output { [[true, false, false, false, false, false, false], [false, false, false, false, false, false, false], [false, false, false, false, false, false, false], [false, false, false, false, false, false, false], [false, true, false, false, true, false, true], [false, false, false, false, false, true, false]] }
-- input { 1i64 [[true, false, false, false, false, false, false], [false, false, false, false, false, false, false], [false, false, false, false, false, false, false], [false, false, false, false, false, false, false], [false, true, false, false, true, false, true], [false, false, false, false, false, true, false]] }
-- output { [[true, true, false, false, false, false, false], [true, true, false, false, false, false, false], [false, false, false, false, false, false, false], [true, true, true, true, true, true, true], [true, true, true, true, true, true, true], [true, true, true, true, true, true, true]] }

type kernel [k] = [2 * k + 1][2 * k + 1]f32

def pad [h][w] (k: i64) (image: [h][w]f32) : [h + 2 * k][w + 2 * k]f32 =
  let clamp hi i = i64.max 0 (i64.min (hi - 1) i)
  in tabulate_2d (h + 2 * k) (w + 2 * k) (\i j -> image[clamp h (i - k), clamp w (j - k)])

def convolve [h][w][k] (kernel: kernel [k]) (image: [h][w]f32) : [h][w]f32 =
  let padded = pad k image
  let window i j = padded[i:i + (2 * k + 1), j:j + (2 * k + 1)] :> [2 * k + 1][2 * k + 1]f32
  in tabulate_2d h w (\i j -> map2 (map2 (*)) kernel (window i j) |> map f32.sum |> f32.sum)

def separable [h][w][k] (v: [2 * k + 1]f32) (image: [h][w]f32) : [h][w]f32 =
  let row [m] (xs: [m]f32) : [m]f32 =
    let at i = xs[i64.max 0 (i64.min (m - 1) i)]
    in tabulate m (\i -> f32.sum (map2 (\c j -> c * at (i + j - k)) v (iota (2 * k + 1))))
  in image |> map row |> transpose |> map row |> transpose

def box (k: i64) : kernel [k] =
  let m = 2 * k + 1
  in replicate (2 * k + 1) (replicate (2 * k + 1) (1 / f32.i64 (m * m)))

def outer [k] (v: [2 * k + 1]f32) : kernel [k] = map (\x -> map (* x) v) v

def sobel [h][w] (image: [h][w]f32) : [h][w]f32 =
  let gx: kernel [1] = [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]] :> kernel [1]
  let gy = transpose gx
  in map2 (map2 (\a b -> f32.sqrt (a * a + b * b))) (convolve gx image) (convolve gy image)

def median [h][w] (k: i64) (image: [h][w]f32) : [h][w]f32 =
  let padded = pad k image
  let middle (xs: []f32) =
    let n = length xs
    let sorted = loop xs = copy xs for i < n do
      loop xs for j < n - 1 - i do
        if xs[j] > xs[j + 1]
        then let t = copy xs[j] in xs with [j] = copy xs[j + 1] with [j + 1] = t
        else xs
    in sorted[n / 2]
  in tabulate_2d h w (\i j -> middle (flatten padded[i:i + 2 * k + 1, j:j + 2 * k + 1]))

def dilate [h][w] (k: i64) (image: [h][w]bool) : [h][w]bool =
  tabulate_2d h w (\i j ->
    or (flatten image[i64.max 0 (i - k):i64.min h (i + k + 1), i64.max 0 (j - k):i64.min w (j + k + 1)]))

entry blur [h][w] (k: i64) (image: [h][w]f32) : [h][w]f32 = convolve (box k) image
entry edges [h][w] (image: [h][w]f32) : [h][w]f32 = sobel image
entry middles [h][w] (k: i64) (image: [h][w]f32) : [h][w]f32 = median k image
entry same_by_rows [h][w][m] (v: [m]f32) (image: [h][w]f32) : bool =
  let k = m / 2
  let v = v :> [2 * k + 1]f32
  in map2 (map2 (\a b -> f32.abs (a - b) < 0.01)) (convolve (outer v) image) (separable v image)
     |> map and |> and
entry grow [h][w] (k: i64) (image: [h][w]bool) : [h][w]bool = dilate k image
