-- Options by binomial trees and in closed form, contracts as records of sums; Sobol numbers.
-- ==
-- entry: tree
-- input { 1i64 true false 100.0f64 100.0f64 }
-- output { 12.162284964623941f64 }
-- input { 7i64 false true 90.0f64 100.0f64 }
-- output { 11.534785741055188f64 }
-- input { 50i64 true false 110.0f64 100.0f64 }
-- output { 17.685078603474047f64 }
-- input { 50i64 false false 95.0f64 100.0f64 }
-- output { 7.6166708397130325f64 }

-- ==
-- entry: closed_form
-- input { true empty([0]f64) }
-- output { empty([0]f64) }
-- input { true [100.0f64, 120.0f64] }
-- output { [10.450583572185565f64, 26.169043946847296f64] }
-- input { false [80.0f64, 100.0f64, 130.0f64] }
-- output { [16.982362022883592f64, 5.573526022256971f64, 0.5632131174614043f64] }

-- ==
-- entry: points
-- input { 0i64 }
-- output { empty([0][2]f64) }
-- input { 1i64 }
-- output { [[0.0f64, 0.0f64]] }
-- input { 9i64 }
-- output { [[0.0f64, 0.0f64], [0.5f64, 0.5f64], [0.75f64, 0.25f64], [0.25f64, 0.75f64], [0.375f64, 0.375f64], [0.875f64, 0.875f64], [0.625f64, 0.125f64], [0.125f64, 0.625f64], [0.1875f64, 0.3125f64]] }

-- ==
-- entry: pi_by_sobol
-- input { 1i64 }
-- output { 4.0f64 }
-- input { 10i64 }
-- output { 3.2f64 }
-- input { 500i64 }
-- output { 3.136f64 }

type option_kind = #call | #put
type style = #european | #american
type contract = {kind: option_kind, style: style, strike: f64, years: f64}
type market = {spot: f64, rate: f64, sigma: f64}

def payoff (c: contract) (s: f64) : f64 =
  match c.kind
  case #call -> f64.max 0 (s - c.strike)
  case #put -> f64.max 0 (c.strike - s)

-- | Cox, Ross and Rubinstein's tree with `steps` steps.
def binomial (steps: i64) (m: market) (c: contract) : f64 =
  let dt = c.years / f64.i64 steps
  let u = f64.exp (m.sigma * f64.sqrt dt)
  let d = 1 / u
  let grow = f64.exp (m.rate * dt)
  let p = (grow - d) / (u - d)
  let discount = 1 / grow
  let price level i = m.spot * u ** f64.i64 (2 * i - level)
  let leaves = tabulate (steps + 1) (\i -> payoff c (price steps i))
  let back (values: [steps + 1]f64) (level: i64) =
    tabulate (steps + 1) (\i ->
      if i > level then 0 else
      let hold = discount * (p * values[i + 1] + (1 - p) * values[i])
      in match c.style
         case #european -> hold
         case #american -> f64.max hold (payoff c (price level i)))
  in head (loop values = leaves for k < steps do back values (steps - 1 - k))

def black_scholes (m: market) (c: contract) : f64 =
  let cdf x = 0.5 * f64.erfc (-x / f64.sqrt 2)
  let {spot, rate, sigma} = m
  let vol = sigma * f64.sqrt c.years
  let d1 = (f64.log (spot / c.strike) + (rate + sigma * sigma / 2) * c.years) / vol
  let d2 = d1 - vol
  let pv = c.strike * f64.exp (-rate * c.years)
  in match c.kind
     case #call -> spot * cdf d1 - pv * cdf d2
     case #put -> pv * cdf (-d2) - spot * cdf (-d1)

-- Sobol numbers in two dimensions by Gray codes.
def directions : [2][32]u32 =
  let first = map (\i -> 1u32 << (31 - u32.i64 i)) (iota 32)
  let second = loop v = replicate 32 0x80000000u32 for i in 1..<32 do
    v with [i] = v[i - 1] ^ (v[i - 1] >> 1)
  in [first, second]

def sobol (i: u32) : [2]f64 =
  let gray = i ^ (i >> 1)
  let one (dirs: [32]u32) =
    map2 (\b d -> if u32.get_bit (i32.i64 b) gray == 1 then d else 0) (iota 32) dirs
    |> reduce (^) 0
  in map one directions |> map (\x -> f64.u32 x / 4294967296)

def quasi_pi (n: i64) : f64 =
  let inside i = let p = sobol (u32.i64 i) in p[0] * p[0] + p[1] * p[1] <= 1
  in 4 * f64.i64 (map inside (1...n) |> map i64.bool |> i64.sum) / f64.i64 n

def mk (call: bool) (american: bool) strike years : contract =
  {kind = if call then #call else #put, style = if american then #american else #european, strike, years}

entry tree (steps: i64) (call: bool) (american: bool) (spot: f64) (strike: f64) : f64 =
  binomial steps {spot, rate = 0.05, sigma = 0.2} (mk call american strike 1)

entry closed_form [n] (call: bool) (spots: [n]f64) : [n]f64 =
  map (\spot -> black_scholes {spot, rate = 0.05, sigma = 0.2} (mk call false 100 1)) spots

entry points (n: i64) : [n][2]f64 = map (\i -> sobol (u32.i64 i)) (iota n)
entry pi_by_sobol (n: i64) = quasi_pi n
