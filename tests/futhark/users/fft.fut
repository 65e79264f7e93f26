-- Iterative radix-2 Fourier transform on records, with a module of complex numbers.
-- ==
-- entry: transform
-- input { [2.0f64, -2.0f64, 1.0f64, 4.0f64, 1.0f64, -3.0f64, 3.0f64, 4.0f64, -3.0f64, -2.0f64, 4.0f64, 2.0f64, 1.0f64, 3.0f64, -4.0f64, 3.0f64] }
-- output { [14.0f64, 0.06652011454395579f64, -5.12132034355964f64, 4.297348119410079f64, -3.0000000000000195f64, 19.844787504320845f64, -0.8786796564403709f64, -4.208655738274915f64, -4.0f64, -4.208655738274894f64, -0.8786796564403538f64, 19.84478750432089f64, -2.9999999999999143f64, 4.297348119410087f64, -5.1213203435596935f64, 0.06652011454396822f64] [0.0f64, 0.48440757293386705f64, -2.4644660940672605f64, -5.283040386717823f64, 16.999999999999996f64, 0.3738138627745462f64, 9.53553390593272f64, 6.141261822426232f64, -2.118886554779556e-14f64, -6.141261822426264f64, -9.53553390593275f64, -0.37381386277456796f64, -17.00000000000003f64, 5.283040386717869f64, 2.464466094067312f64, -0.48440757293384884f64] }
-- input { [7.0f64] } output { [7.0f64] [0.0f64] }
-- input { [1.0f64, 2.0f64, 3.0f64] } error: 

-- ==
-- entry: there_and_back
-- input { [2.0f64, -2.0f64, 1.0f64, 4.0f64, 1.0f64, -3.0f64, 3.0f64, 4.0f64, -3.0f64, -2.0f64, 4.0f64, 2.0f64, 1.0f64, 3.0f64, -4.0f64, 3.0f64] }
-- output { [2.0f64, -2.0f64, 1.0f64, 4.0f64, 1.0f64, -3.0f64, 3.0f64, 4.0f64, -3.0f64, -2.0f64, 4.0f64, 2.0f64, 1.0f64, 3.0f64, -4.0f64, 3.0f64] }

-- ==
-- entry: convolve
-- input { [1.0f64, 2.0f64, 3.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64] [1.0f64, -1.0f64, 2.0f64, 4.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64] }
-- output { [1i32, 1i32, 3i32, 5i32, 14i32, 12i32, 0i32, 0i32] }

module complex = {
  type t = {re: f64, im: f64}
  def real (x: f64) : t = {re = x, im = 0}
  def cis (a: f64) : t = {re = f64.cos a, im = f64.sin a}
  def (+) (a: t) (b: t) : t = {re = a.re f64.+ b.re, im = a.im f64.+ b.im}
  def (-) (a: t) (b: t) : t = {re = a.re f64.- b.re, im = a.im f64.- b.im}
  def (*) (a: t) (b: t) : t =
    {re = a.re f64.* b.re f64.- a.im f64.* b.im, im = a.re f64.* b.im f64.+ a.im f64.* b.re}
  def scale (k: f64) (a: t) : t = {re = k f64.* a.re, im = k f64.* a.im}
  def conj (a: t) : t = a with im = f64.neg a.im
}

def bits (n: i64) : i64 = i64.i32 (i64.ctz n)

def reversed (width: i64) (i: i64) : i64 =
  loop r = 0 for k < width do (r << 1) | ((i >> k) & 1)

-- | The length is a power of two.
def fft [n] (xs: [n]complex.t) : [n]complex.t =
  let width = assert (i64.popc n == 1) (bits n)
  let start = map (\i -> xs[reversed width i]) (iota n)
  in loop ys = start for k < width do
       let half = 1 << k
       in tabulate n (\i ->
            let j = i & (half - 1)
            let top = i & !half
            let w = complex.cis (-f64.pi * f64.i64 j / f64.i64 half)
            let (a, b) = (ys[top], w complex.* ys[top + half])
            in if i & half == 0 then a complex.+ b else a complex.- b)

def inverse [n] (xs: [n]complex.t) : [n]complex.t =
  xs |> map complex.conj |> fft |> map (complex.conj >-> complex.scale (1 / f64.i64 n))

entry transform [n] (xs: [n]f64) : ([n]f64, [n]f64) =
  let ys = fft (map complex.real xs)
  in (map (.re) ys, map (.im) ys)

entry there_and_back [n] (xs: [n]f64) : [n]f64 =
  xs |> map complex.real |> fft |> inverse |> map (.re)

-- | Cyclic convolution by the transform.
entry convolve [n] (xs: [n]f64) (ys: [n]f64) : [n]i32 =
  let f = map complex.real >-> fft
  in map2 (complex.*) (f xs) (f ys) |> inverse |> map (.re) |> map (f64.round >-> i32.f64)
