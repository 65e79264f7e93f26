-- Complex numbers over any real type behind a module type, and Stockham transforms over them.
-- ==
-- entry: spectrum
-- input { [-2.5f64] }
-- output { [-2.5f64] [0.0f64] }
-- input { [-1.0f64, 2.5f64] }
-- output { [1.5f64, -3.5f64] [0.0f64, -3.061616997868383e-16f64] }
-- input { [-1.0f64, 3.5f64, -2.5f64, 2.0f64, 0.5f64, 4.0f64, 3.5f64, -4.0f64] }
-- output { [6.0f64, -6.09619407771256f64, -1.4999999999999973f64, 3.0961940777125574f64, -5.0f64, 3.0961940777125405f64, -1.5000000000000084f64, -6.096194077712566f64] [0.0f64, 2.1109127034739883f64, -9.5f64, -9.889087296526007f64, 2.0206672185931327e-15f64, 9.889087296526018f64, 9.499999999999998f64, -2.110912703474006f64] }
-- input { [1.0f64, 2.0f64, 0.5f64, -4.0f64, -1.5f64, -1.0f64, 1.0f64, -2.0f64, 1.0f64, 2.5f64, -1.0f64, 0.0f64, -2.5f64, 2.0f64, 1.5f64, 3.5f64] }
-- output { [3.0f64, 5.650927792564438f64, 12.363961030678926f64, 1.4230831319636397f64, -4.000000000000009f64, -4.251510256709828f64, -0.3639610306789267f64, -2.8225006678182485f64, -3.0f64, -2.822500667818225f64, -0.3639610306789214f64, -4.251510256709807f64, -4.000000000000012f64, 1.423083131963599f64, 12.363961030678936f64, 5.650927792564454f64] [0.0f64, 7.056150540583001f64, 4.414213562373101f64, 3.1573863873255408f64, -8.000000000000004f64, 2.571599949698637f64, -1.5857864376269042f64, 10.470364102956092f64, -1.537117427120905e-14f64, -10.470364102956102f64, 1.585786437626917f64, -2.5715999496986557f64, 8.000000000000002f64, -3.157386387325549f64, -4.414213562373109f64, -7.056150540582974f64] }

-- ==
-- entry: there_and_back
-- input { [-2.5f32] }
-- output { [-2.5f32] }
-- input { [-1.0f32, 2.5f32] }
-- output { [-1.0f32, 2.5f32] }
-- input { [-1.0f32, 3.5f32, -2.5f32, 2.0f32, 0.5f32, 4.0f32, 3.5f32, -4.0f32] }
-- output { [-1.0f32, 3.5f32, -2.5f32, 2.0f32, 0.5f32, 4.0f32, 3.5f32, -4.0f32] }
-- input { [1.0f32, 2.0f32, 0.5f32, -4.0f32, -1.5f32, -1.0f32, 1.0f32, -2.0f32, 1.0f32, 2.5f32, -1.0f32, 0.0f32, -2.5f32, 2.0f32, 1.5f32, 3.5f32] }
-- output { [1.0f32, 2.0f32, 0.5f32, -4.0f32, -1.5f32, -1.0f32, 1.0f32, -2.0f32, 1.0f32, 2.5f32, -1.0f32, 0.0f32, -2.5f32, 2.0f32, 1.5f32, 3.5f32] }

-- ==
-- entry: cyclic
-- input { [-2.5f64] [-2.5f64] }
-- output { [6.25f64] }
-- input { [-1.0f64, 2.5f64] [2.5f64, -1.0f64] }
-- output { [-5.0f64, 7.25f64] }
-- input { [-1.0f64, 3.5f64, -2.5f64, 2.0f64, 0.5f64, 4.0f64, 3.5f64, -4.0f64] [-4.0f64, 3.5f64, 4.0f64, 0.5f64, 2.0f64, -2.5f64, 3.5f64, -1.0f64] }
-- output { [-10.25f64, -15.5f64, 13.0f64, -6.5f64, 13.0f64, -15.5f64, -10.25f64, 68.0f64] }
-- input { [1.0f64, 2.0f64, 0.5f64, -4.0f64, -1.5f64, -1.0f64, 1.0f64, -2.0f64, 1.0f64, 2.5f64, -1.0f64, 0.0f64, -2.5f64, 2.0f64, 1.5f64, 3.5f64] [3.5f64, 1.5f64, 2.0f64, -2.5f64, 0.0f64, -1.0f64, 2.5f64, 1.0f64, -2.0f64, 1.0f64, -1.0f64, -1.5f64, -4.0f64, 0.5f64, 2.0f64, 1.0f64] }
-- output { [10.25f64, 5.5f64, -15.25f64, -10.75f64, -14.75f64, -23.25f64, 19.75f64, 3.5f64, 19.75f64, -23.25f64, -14.75f64, -10.75f64, -15.25f64, 5.5f64, 10.25f64, 62.5f64] }

module type complex = {
  type real
  type complex
  val mk : real -> real -> complex
  val re : complex -> real
  val im : complex -> real
  val conj : complex -> complex
  val scale : real -> complex -> complex
  val + : complex -> complex -> complex
  val - : complex -> complex -> complex
  val * : complex -> complex -> complex
  val exp_i : real -> complex
  val zero : complex
}

module mk_complex (T: real) : (complex with real = T.t) = {
  type real = T.t
  type complex = {re: T.t, im: T.t}
  def mk re im : complex = {re, im}
  def re (c: complex) = c.re
  def im (c: complex) = c.im
  def conj (c: complex) = c with im = T.neg c.im
  def scale s ({re, im}: complex) = mk (s T.* re) (s T.* im)
  def (x: complex) + (y: complex) = mk (x.re T.+ y.re) (x.im T.+ y.im)
  def (x: complex) - (y: complex) = mk (x.re T.- y.re) (x.im T.- y.im)
  def (x: complex) * (y: complex) =
    mk T.(x.re * y.re - x.im * y.im) T.(x.re * y.im + x.im * y.re)
  def exp_i t = mk (T.cos t) (T.sin t)
  def zero = mk (T.i64 0) (T.i64 0)
}

module mk_fft (T: real) = {
  module C = mk_complex T
  type c = C.complex

  -- | Stockham's FFT: `n` must be a power of two; `dir` is -1 forward, 1 backward.
  local def gen_fft [n] (dir: T.t) (xs: [n]c) : [n]c =
    let bits = 63 - i64.clz n
    let step (q: i32) (data: [n]c) : [n]c =
      let ns = 1 << i64.i32 q
      let one j : (i64, c, i64, c) =
        let angle = T.(dir * pi * i64 (j %% ns) / i64 ns)
        let v0 = data[j]
        let v1 = data[j + n / 2] C.* C.exp_i angle
        let at = (j / ns) * (ns * 2) + j % ns
        in (at, C.(v0 + v1), at + ns, C.(v0 - v1))
      let (is, as, js, bs) = tabulate (n / 2) one |> unzip4
      in scatter (replicate n C.zero) (is ++ js) (as ++ bs)
    in loop xs for q < bits do step q xs

  def fft [n] (xs: [n]c) = gen_fft (T.i64 (-1)) xs
  def ifft [n] (xs: [n]c) = gen_fft (T.i64 1) xs |> map (C.scale T.(i64 1 / i64 n))

  def convolve [n] (xs: [n]T.t) (ys: [n]T.t) : [n]T.t =
    let up = map (\x -> C.mk x (T.i64 0))
    in map2 (C.*) (fft (up xs)) (fft (up ys)) |> ifft |> map C.re
}

module fft64 = mk_fft f64
module fft32 = mk_fft f32

entry spectrum [n] (xs: [n]f64) : ([n]f64, [n]f64) =
  map (\x -> fft64.C.mk x 0) xs |> fft64.fft |> map (\c -> (fft64.C.re c, fft64.C.im c)) |> unzip

entry there_and_back [n] (xs: [n]f32) : [n]f32 =
  xs |> map (\x -> fft32.C.mk x x) |> fft32.fft |> fft32.ifft |> map fft32.C.im

entry cyclic [n] (xs: [n]f64) (ys: [n]f64) = fft64.convolve xs ys
