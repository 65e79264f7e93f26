-- Statistics over any real type: moments merged in one pass, medians, regression, histograms, moving means.
-- ==
-- entry: summary
-- input { [3.0f64] }
-- output { 3.0f64 0.0f64 3.0f64 }
-- input { [1.0f64, 4.0f64] }
-- output { 2.5f64 2.25f64 2.5f64 }
-- input { [7.0f64, -2.5f64, -8.0f64, -8.75f64, -7.5f64, -5.75f64, -4.75f64, -4.75f64, 7.0f64] }
-- output { -3.111111111111111f64 32.45987654320988f64 -4.75f64 }
-- input { [-3.25f64, -1.5f64, 0.5f64, 9.0f64, 6.0f64, -2.0f64, 1.75f64, 0.75f64, 0.75f64, -6.5f64, -0.75f64, -2.5f64, 9.25f64, 5.5f64, -5.75f64, 8.5f64, 7.5f64, -6.75f64, 0.25f64, -8.75f64, 3.0f64, -7.75f64, 2.0f64, -5.5f64, -6.0f64, 0.75f64, -6.5f64, 9.5f64, 8.75f64, 2.0f64] }
-- output { 0.4083333333333333f64 31.16034722222222f64 0.625f64 }

-- ==
-- entry: relation
-- input { [1.0f64, 4.0f64] [-1.0f64, 9.0f64] }
-- output { 7.5f64 1.0f64 3.3333333333333335f64 -4.333333333333334f64 }
-- input { [7.0f64, -2.5f64, -8.0f64, -8.75f64, -7.5f64, -5.75f64, -4.75f64, -4.75f64, 7.0f64] [15.0f64, -7.0f64, -15.0f64, -20.5f64, -16.0f64, -12.5f64, -10.5f64, -8.5f64, 15.0f64] }
-- output { 69.14814814814814f64 0.9950343836345874f64 2.130265284777027f64 -0.0391746695825832f64 }
-- input { [-3.25f64, -1.5f64, 0.5f64, 9.0f64, 6.0f64, -2.0f64, 1.75f64, 0.75f64, 0.75f64, -6.5f64, -0.75f64, -2.5f64, 9.25f64, 5.5f64, -5.75f64, 8.5f64, 7.5f64, -6.75f64, 0.25f64, -8.75f64, 3.0f64, -7.75f64, 2.0f64, -5.5f64, -6.0f64, 0.75f64, -6.5f64, 9.5f64, 8.75f64, 2.0f64] [-9.5f64, -3.0f64, 0.0f64, 15.0f64, 15.0f64, -7.0f64, 6.5f64, 0.5f64, -1.5f64, -12.0f64, 0.5f64, -8.0f64, 15.5f64, 11.0f64, -14.5f64, 20.0f64, 18.0f64, -16.5f64, -1.5f64, -19.5f64, 9.0f64, -14.5f64, 4.0f64, -13.0f64, -15.0f64, 1.5f64, -15.0f64, 21.0f64, 15.5f64, 2.0f64] }
-- output { 66.70958333333334f64 0.9851520410645455f64 2.140848523207692f64 -0.7241798136431409f64 }

-- ==
-- entry: bins
-- input { 0i64 empty([0]f32) }
-- output { empty([0]i64) }
-- input { 5i64 empty([0]f32) }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 4i64 [7.0f32, -2.5f32, -8.0f32, -8.75f32, -7.5f32, -5.75f32, -4.75f32, -4.75f32, 7.0f32] }
-- output { [0i64, 0i64, 2i64, 0i64] }
-- input { 10i64 [-3.25f32, -1.5f32, 0.5f32, 9.0f32, 6.0f32, -2.0f32, 1.75f32, 0.75f32, 0.75f32, -6.5f32, -0.75f32, -2.5f32, 9.25f32, 5.5f32, -5.75f32, 8.5f32, 7.5f32, -6.75f32, 0.25f32, -8.75f32, 3.0f32, -7.75f32, 2.0f32, -5.5f32, -6.0f32, 0.75f32, -6.5f32, 9.5f32, 8.75f32, 2.0f32] }
-- output { [5i64, 1i64, 2i64, 1i64, 0i64, 1i64, 1i64, 1i64, 2i64, 3i64] }

-- ==
-- entry: smooth
-- input { 1i64 [2.0f32] }
-- output { [2.0f32] }
-- input { 3i64 [7.0f32, -2.5f32, -8.0f32, -8.75f32, -7.5f32, -5.75f32, -4.75f32, -4.75f32, 7.0f32] }
-- output { [-1.1666666666666667f32, -6.416666666666667f32, -8.083333333333334f32, -7.333333333333333f32, -6.0f32, -5.083333333333333f32, -0.8333333333333334f32] }
-- input { 30i64 [-3.25f32, -1.5f32, 0.5f32, 9.0f32, 6.0f32, -2.0f32, 1.75f32, 0.75f32, 0.75f32, -6.5f32, -0.75f32, -2.5f32, 9.25f32, 5.5f32, -5.75f32, 8.5f32, 7.5f32, -6.75f32, 0.25f32, -8.75f32, 3.0f32, -7.75f32, 2.0f32, -5.5f32, -6.0f32, 0.75f32, -6.5f32, 9.5f32, 8.75f32, 2.0f32] }
-- output { [0.4083333333333333f32] }

module type statistics = {
  type t
  val mean [n] : [n]t -> t
  val variance [n] : [n]t -> t
  val covariance [n] : [n]t -> [n]t -> t
  val correlation [n] : [n]t -> [n]t -> t
  val median [n] : [n]t -> t
  val regress [n] : [n]t -> [n]t -> {slope: t, intercept: t}
  val histogram [n] : (k: i64) -> (t, t) -> [n]t -> [k]i64
  val moving [n] : (w: i64) -> [n]t -> [n - w + 1]t
}

module mk_statistics (R: real) : statistics with t = R.t = {
  type t = R.t
  local def of = R.i64
  def mean [n] (xs: [n]t) : t = R.sum xs R./ of n

  -- One pass: merging counts, means and squared deviations.
  local type moments = {count: t, mean: t, m2: t}
  local def merge (a: moments) (b: moments) : moments =
    if R.(a.count == of 0) then b else if R.(b.count == of 0) then a else
    let count = R.(a.count + b.count)
    let delta = R.(b.mean - a.mean)
    in {count,
        mean = R.(a.mean + delta * b.count / count),
        m2 = R.(a.m2 + b.m2 + delta * delta * a.count * b.count / count)}

  def variance [n] (xs: [n]t) : t =
    let zero: moments = {count = of 0, mean = of 0, m2 = of 0}
    let {count, mean = _, m2} =
      xs |> map (\x -> {count = of 1, mean = x, m2 = of 0}) |> reduce merge zero
    in m2 R./ count

  def covariance [n] (xs: [n]t) (ys: [n]t) : t =
    let (mx, my) = (mean xs, mean ys)
    in map2 (\x y -> R.((x - mx) * (y - my))) xs ys |> mean

  def correlation xs ys =
    R.(covariance xs ys / (sqrt (variance xs) * sqrt (variance ys)))

  def median [n] (xs: [n]t) : t =
    let rank i = map2 (\x j -> R.(x < xs[i]) || (R.(x == xs[i]) && j < i)) xs (iota n)
                 |> map i64.bool |> i64.sum
    let sorted = scatter (copy xs) (map rank (iota n)) xs
    in if n % 2 == 1 then sorted[n / 2]
       else R.((sorted[n i64./ 2 i64.- 1] + sorted[n i64./ 2]) / of 2)

  def regress [n] (xs: [n]t) (ys: [n]t) =
    let slope = R.(covariance xs ys / variance xs)
    in {slope, intercept = R.(mean ys - slope * mean xs)}

  def histogram [n] (k: i64) (lo: t, hi: t) (xs: [n]t) : [k]i64 =
    let bin x = R.(to_i64 (floor ((x - lo) / (hi - lo) * of k)))
    in hist (+) 0 k (map bin xs) (rep 1)

  def moving [n] (w: i64) (xs: [n]t) : [n - w + 1]t =
    tabulate (n - w + 1) (\i -> mean xs[i:i + w])
}

module s64 = mk_statistics f64
module s32 = mk_statistics f32

entry summary [n] (xs: [n]f64) : (f64, f64, f64) = (s64.mean xs, s64.variance xs, s64.median xs)
entry relation [n] (xs: [n]f64) (ys: [n]f64) =
  let {slope, intercept} = s64.regress xs ys
  in (s64.covariance xs ys, s64.correlation xs ys, slope, intercept)
entry bins (k: i64) (xs: []f32) = s32.histogram k (0, 10) xs
entry smooth [n] (w: i64) (xs: [n]f32) = s32.moving w xs
