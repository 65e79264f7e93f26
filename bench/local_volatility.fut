-- Calibration of a local volatility: which of several candidates fits the quoted prices of calls best? Each call is
-- priced under each candidate by Crank and Nicolson's finite differences for the equation of Black and Scholes in the
-- logarithm of the share's price, backwards from its last day; each step solves a tridiagonal system.
-- ==
-- entry: calibrate
-- input @ data/local_volatility.in output @ data/local_volatility.out

-- The volatility at a time (years), where the price is e^x times today's.
type surface = {level: f64, skew: f64, smile: f64, term: f64}

def volatility (s: surface) (time: f64) (x: f64) : f64 =
  f64.max 0.02 (s.level + s.skew * x + s.smile * x * x + s.term * time)

-- Row i has `lower[i]`, `middle[i]` and `upper[i]` around its diagonal; the first has no lower, the last no upper one.
def tridiagonal [n] (lower: [n]f64) (middle: [n]f64) (upper: [n]f64) (right: [n]f64) : *[n]f64 =
  let (ratios, values) =
    loop (ratios, values) = (replicate n 0, replicate n 0) for i < n do
      let (ratio, value) = if i == 0 then (0, 0) else (ratios[i - 1], values[i - 1])
      let pivot = middle[i] - lower[i] * ratio
      in (ratios with [i] = upper[i] / pivot, values with [i] = (right[i] - lower[i] * value) / pivot)
  in loop values for k in 1..<n do
       let i = n - 1 - k
       in values with [i] = values[i] - ratios[i] * values[i + 1]

-- The price of a call now, on a grid of `points` that reaches from e^-reach to e^reach times the spot.
def call (surface: surface) (points: i64) (steps: i64) (spot: f64) (rate: f64) (strike: f64) (years: f64) : f64 =
  let reach = 2
  let width = 2 * reach / f64.i64 (points - 1)
  let x i = width * f64.i64 (i - points / 2)
  let span = years / f64.i64 steps
  -- The rates at which a point's value drifts towards those of its neighbours and itself.
  let rates time x =
    let deviation = volatility surface time x
    let variance = deviation * deviation
    let spread = 0.5 * variance / (width * width)
    let drift = 0.5 * (rate - 0.5 * variance) / width
    in (spread - drift, -2 * spread - rate, spread + drift)
  let back values step =
    let left = span * (f64.i64 step + 1)
    let time = years - left + 0.5 * span
    let row i =
      if i == 0 then (0, 1, 0, 0)
      else if i == points - 1 then (0, 1, 0, spot * f64.exp (x i) - strike * f64.exp (-rate * left))
      else let (down, same, up) = rates time (x i)
           let half = 0.5 * span
           let explicit = down * values[i - 1] + same * values[i] + up * values[i + 1]
           in (-half * down, 1 - half * same, -half * up, values[i] + half * explicit)
    let (lower, middle, upper, right) = unzip4 (tabulate points row)
    in tridiagonal lower middle upper right
  let last = tabulate points (\i -> f64.max 0 (spot * f64.exp (x i) - strike))
  let now = loop values = last for step < steps do back values step
  in now[points / 2]

-- How far the prices under each candidate (level, skew, smile, term) are from the quotes, as the root of the mean of
-- squares, and which candidate is best. The number of points is odd.
entry calibrate [n] [m] (points: i64) (steps: i64) (spot: f64) (rate: f64) (candidates: [n][4]f64) (strikes: [m]f64)
    (years: [m]f64) (quotes: [m]f64) : ([n]f64, i64) =
  let misfit (c: [4]f64) =
    let surface = {level = c[0], skew = c[1], smile = c[2], term = c[3]}
    let prices = map2 (call surface points steps spot rate) strikes years
    let square price quote = (price - quote) * (price - quote)
    in f64.sqrt (f64.sum (map2 square prices quotes) / f64.i64 m)
  let misfits = map misfit candidates
  let better (i, x) (j, y) = if x < y || (x == y && i < j) then (i, x) else (j, y)
  in (misfits, (reduce_comm better (n, f64.inf) (zip (iota n) misfits)).0)
