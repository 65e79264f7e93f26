-- Options: binomial trees with arrays that shrink, payoffs as sums of products, Brownian bridges, implied volatilities by Newton.
-- ==
-- entry: trees
-- input { 100f64 105f64 0.05f64 0.2f64 1f64 1i64 }
-- output { [9.415642360509374f64, 9.294731933084337f64, 9.294731933084337f64, 9.415642360509374f64] }
-- input { 100f64 105f64 0.05f64 0.2f64 1f64 2i64 }
-- output { [8.081246948239023f64, 7.960336520813991f64, 9.088257638650122f64, 8.081246948239023f64] }
-- input { 100f64 105f64 0.05f64 0.2f64 1f64 30i64 }
-- output { [8.06426256324807f64, 7.943352135823306f64, 8.766740429055934f64, 8.06426256324807f64] }

-- ==
-- entry: payoffs
-- input { [7f64,9,11,13] } output { [[0f64,0,1,3],[3f64,1,0,0],[0f64,0,2,2],[0f64,1,3,4],[0f64,0,0,0]] }

-- ==
-- entry: implied
-- input { [90f64,100,110] [0.2f64,0.25,0.5] } output { [0.2f64,0.25,0.5] }

-- ==
-- entry: bridge
-- input { [1.5f64] } output { [1.5f64] }
-- input { [0.5f64, -1.0f64] } output { [-0.3535533905932738f64, 0.7071067811865476f64] }
-- input { [1.0f64, -0.5f64, 0.25f64, 2.0f64, -1.0f64, 0.75f64, 0.0f64, 1.0f64] }
-- output { [-0.4053300858899107f64, 0.6035533905932737f64, 1.1856601717798214f64, 0.7071067811865476f64, 2.2374368670764584f64, 3.767766952966369f64, 4.005203820042827f64, 2.8284271247461903f64] }

type payoff = #call f64 | #put f64 | #digital {strike: f64, cash: f64} | #spread f64 f64 | #none
type exercise = #european | #american | #bermudan i64

def pay (o: payoff) (s: f64) : f64 =
  match o
  case #call k -> f64.max 0 (s - k)
  case #put k -> f64.max 0 (k - s)
  case #digital {strike, cash} -> if s > strike then cash else 0
  case #spread lo hi -> f64.max 0 (s - lo) - f64.max 0 (s - hi)
  case #none -> 0

type market = {spot: f64, rate: f64, vol: f64}

def tree (n: i64) (m: market) (time: f64) (e: exercise) (o: payoff) : f64 =
  let dt = time / f64.i64 n
  let up = f64.exp (m.vol * f64.sqrt dt)
  let p = (f64.exp (m.rate * dt) - 1 / up) / (up - 1 / up)
  let discount = f64.exp (-m.rate * dt)
  let value k i = pay o (m.spot * up ** f64.i64 (2 * i - k))
  let early k = match e case #european -> false
                       case #american -> true
                       case #bermudan j -> k % j == 0
  let vs =
    loop vs = map (value n) (iota (n + 1)) for j < n do
      let k = n - 1 - j
      let hold = map2 (\a b -> discount * (p * b + (1 - p) * a)) (init vs) (tail vs)
      in if early k then map2 (\h i -> f64.max h (value k i)) hold (indices hold) else hold
  in head vs

entry trees (spot: f64) (strike: f64) (rate: f64) (vol: f64) (time: f64) (n: i64) : [4]f64 =
  let m = {spot, rate, vol}
  let run e o = tree n m time e o
  in [run #european (#call strike), run #european (#put strike), run #american (#put strike), run (#bermudan 1) (#call strike)]

entry payoffs (xs: []f64) : [5][]f64 =
  let os : [5]payoff = [#call 10, #put 10, #digital {strike = 10, cash = 2}, #spread 8 12, #none]
  in map (\o -> map (pay o) xs) os

-- | The normal distribution.
def cnd (x: f64) : f64 = 0.5 * f64.erfc (-x / f64.sqrt 2)

def black_scholes (m: market) (strike: f64) (time: f64) : {price: f64, vega: f64} =
  let sd = m.vol * f64.sqrt time
  let d1 = (f64.log (m.spot / strike) + (m.rate + m.vol * m.vol / 2) * time) / sd
  let price = m.spot * cnd d1 - strike * f64.exp (-m.rate * time) * cnd (d1 - sd)
  in {price, vega = m.spot * f64.exp (-d1 * d1 / 2) / f64.sqrt (2 * f64.pi) * f64.sqrt time}

entry implied [n] (strikes: [n]f64) (vols: [n]f64) : [n]f64 =
  let back strike vol =
    let m = {spot = 100, rate = 0.03, vol}
    let target = (black_scholes m strike 0.5).price
    let step v = let {price, vega} = black_scholes (m with vol = v) strike 0.5
                 in v - (price - target) / vega
    in iterate_until (\v -> f64.abs ((black_scholes (m with vol = v) strike 0.5).price - target) < 1e-10) step 0.3
  in map2 back strikes vols

-- | A path of n steps (a power of two) from n numbers, coarse to fine.
entry bridge [n] (zs: [n]f64) : [n]f64 =
  let start = replicate (n + 1) 0 with [n] = f64.sqrt (f64.i64 n) * zs[0]
  let (w, _, _) =
    loop (w, step, used) = (start, n, 1) while step > 1 do
      let half = step / 2
      let count = n / step
      let inner = map (\k -> 0.5 * (w[k * step] + w[(k + 1) * step]) + f64.sqrt (f64.i64 step) / 2 * zs[used + k]) (iota count)
      in (scatter w (map (\k -> k * step + half) (iota count)) inner, half, used + count)
  in tail w :> [n]f64
