-- Finance: option trees, the formula of Black and Scholes, amortisation, internal rates of return, drawdowns.
-- ==
-- entry: options
-- input { 60i64 100.0f64 105.0f64 1.0f64 0.03f64 0.25f64 }
-- output { [9.139795008840482f64, 11.036576031434288f64, 11.445390713618577f64, 9.121799457724087f64] }

-- ==
-- entry: amortisation
-- input { 1000.0f64 0.01f64 5i64 }
-- output { [[10.0f64, 196.0397996158799f64, 803.9602003841201f64], [8.039602003841201f64, 198.0001976120387f64, 605.9600027720813f64], [6.059600027720814f64, 199.98019958815908f64, 405.9798031839222f64], [4.059798031839222f64, 201.98000158404068f64, 203.99980159988152f64], [2.0399980159988154f64, 203.9998015998811f64, 4.263256414560601e-13f64]] }
-- input { 1000.0f64 0.01f64 0i64 } output { empty([0][3]f64) }

-- ==
-- entry: internal_rate
-- input { [-100.0f64, 30.0f64, 40.0f64, 50.0f64, 20.0f64] } output { 0.15322137877181538f64 }

-- ==
-- entry: drawdown
-- input { [100.0f64, 120.0f64, 90.0f64, 110.0f64, 60.0f64, 130.0f64] } output { 0.5f64 0.3f64 }
-- input { empty([0]f64) } output { 0.0f64 0.0f64 }

-- ==
-- entry: shares
-- input { 100i64 [1i64, 1i64, 1i64] } output { [34i64, 33i64, 33i64] }
-- input { 1001i64 [5i64, 3i64, 2i64] } output { [501i64, 300i64, 200i64] }

type option = {spot: f64, strike: f64, years: f64, rate: f64, volatility: f64}
type^ payoff = f64 -> f64 -> f64

def call : payoff = \strike s -> f64.max 0 (s - strike)
def put : payoff = flip call

def tree (american: bool) (pay: payoff) (steps: i64) (o: option) : f64 =
  let dt = o.years / f64.i64 steps
  let up = f64.exp (o.volatility * f64.sqrt dt)
  let p = (f64.exp (o.rate * dt) - 1 / up) / (up - 1 / up)
  let discount = f64.exp (-o.rate * dt)
  let price t i = o.spot * up ** f64.i64 (2 * i - t)
  let leaves = tabulate (steps + 1) (price steps >-> pay o.strike)
  let root =
    loop values = leaves for t in steps - 1..steps - 2...0 do
      let later = discount |> \q -> map2 (\a b -> q * (p * b + (1 - p) * a)) (init values) (tail values)
      in tabulate (steps + 1) (\i ->
           if i > t then 0
           else if american then f64.max later[i] (pay o.strike (price t i))
           else later[i])
  in root[0]

def black_scholes ({spot, strike, years, rate, volatility}: option) : f64 =
  let normal x = 0.5 * (1 + f64.erf (x / f64.sqrt 2))
  let d1 = (f64.log (spot / strike) + (rate + volatility ** 2 / 2) * years) / (volatility * f64.sqrt years)
  let d2 = d1 - volatility * f64.sqrt years
  in spot * normal d1 - strike * f64.exp (-rate * years) * normal d2

entry options (steps: i64) (spot: f64) (strike: f64) (years: f64) (rate: f64) (volatility: f64) : [4]f64 =
  let o : option = {spot, strike, years, rate, volatility}
  in [tree false call steps o, tree false put steps o, tree true put steps o, black_scholes o]

-- | Interest, repayment and the rest of the debt, for each term.
entry amortisation (debt: f64) (rate: f64) (terms: i64) : [terms][3]f64 =
  let rent = debt * rate / (1 - (1 + rate) ** -f64.i64 terms)
  let rest k =
    let g = (1 + rate) ** f64.i64 k
    in debt * g - rent * (g - 1) / rate
  in map (\k -> let interest = rest k * rate in [interest, rent - interest, rest (k + 1)]) (iota terms)

entry internal_rate (flows: []f64) : f64 =
  let value r = f64.sum (map2 (\c i -> c / (1 + r) ** f64.i64 i) flows (indices flows))
  let (low, _) =
    loop (low, high) = (-0.9, 10) while high - low > 1e-12 do
      let middle = (low + high) / 2
      in if (value low > 0) == (value middle > 0) then (middle, high) else (low, middle)
  in low

-- | The greatest loss from a peak, as a part of it, and the total return.
entry drawdown [n] (prices: [n]f64) : (f64, f64) =
  let peaks = scan f64.max 0 prices
  let loss = map2 (\p m -> 1 - p / m) prices peaks |> f64.maximum
  in (f64.max 0 loss, if n == 0 then 0 else last prices / head prices - 1)

-- | Cents, so that parts add up: the largest remainders get what is left.
entry shares [n] (cents: i64) (weights: [n]i64) : [n]i64 =
  let total = i64.sum weights
  let base = map (\w -> cents * w / total) weights
  let left = cents - i64.sum base
  let remainder = map (\w -> cents * w % total) weights
  let rank i = map2 (\j r -> r > remainder[i] || (r == remainder[i] && j < i)) (iota n) remainder
               |> map i64.bool |> i64.sum
  in map2 (\i b -> if rank i < left then b + 1 else b) (iota n) base
