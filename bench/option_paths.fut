-- What options on several shares are worth, by simulation: a Sobol sequence gives points that fill a cube evenly; a
-- Brownian bridge makes of each a path of random walks, the most important coordinates first; by Black and Scholes,
-- prices of shares follow such walks; what options pay is averaged over all paths.
-- ==
-- entry: prices
-- input @ data/option_paths.in output @ data/option_paths.out

-- Point number `i` of the sequence with these direction numbers, in the order of Gray's code (Antonov and Saleev 1979).
def sobol [dims] [bits] (directions: [dims][bits]u32) (i: u32) : *[dims]u32 =
  let gray = i ^ (i >> 1)
  let chosen j direction = if (gray >> u32.i64 j) & 1 == 1 then direction else 0
  in map (\numbers -> reduce (^) 0 (map2 chosen (iota bits) numbers)) directions

-- Point number `i` from the one before it: in the order of Gray's code one bit changes.
def successor [dims] [bits] (directions: [dims][bits]u32) (point: *[dims]u32) (i: i64) : *[dims]u32 =
  let bit = i64.i32 (i64.ctz i)
  in if bit >= bits then point
     else loop point for j < dims do point with [j] = point[j] ^ directions[j, bit]

-- Where a normally distributed number is below with that probability: rational functions by Acklam (2003).
def quantile (p: f64) : f64 =
  let tail p =
    let q = f64.sqrt (-2 * f64.log p)
    let above =
      ((((-7.784894002430293e-3 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q
       + 4.374664141464968) * q + 2.938163982698783
    let below =
      (((7.784695709041462e-3 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1
    in above / below
  let middle q =
    let r = q * q
    let above =
      ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r
       - 30.66479806614716) * r + 2.506628277459239
    let below =
      ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r
       - 13.28068155288572) * r + 1
    in above * q / below
  in if p < 0.02425 then tail p else if p > 0.97575 then -(tail (1 - p)) else middle (p - 0.5)

-- Walks from time 0 to time 1, all starting at 0: first where they end, then the middle between two places that are
-- known, over and over. Each normal number is asked for once. The number of dates is a power of two.
def bridge (dates: i64) (walks: i64) (normal: i64 -> i64 -> f64) : *[dates + 1][walks]f64 =
  let places = replicate (dates + 1) (replicate walks 0)
  let places = places with [dates] = tabulate walks (normal 0)
  let (places, _) =
    loop (places, pieces) = (places, 1) while pieces < dates do
      let span = dates / pieces
      let deviation = 0.5 / f64.sqrt (f64.i64 pieces)
      let places =
        loop places for piece < pieces do
          let (from, to) = (places[piece * span], places[piece * span + span])
          let middle walk = 0.5 * (from[walk] + to[walk]) + deviation * normal (pieces + piece) walk
          in places with [piece * span + span / 2] = tabulate walks middle
      in (places, 2 * pieces)
  in places

type market [shares] =
  {spots: [shares]f64, volatilities: [shares]f64, mixing: [shares][shares]f64, rate: f64, years: f64}

-- The prices of the shares at a date. `mixing`, a root of the matrix of correlations, is a lower triangle.
def black_scholes [dates] [shares] (market: market [shares]) (places: [dates + 1][shares]f64) (date: i64) : [shares]f64 =
  let time = market.years * f64.i64 (date + 1) / f64.i64 dates
  let price spot volatility row =
    let place = f64.sqrt market.years * f64.sum (map2 (*) row places[date + 1])
    in spot * f64.exp ((market.rate - 0.5 * volatility * volatility) * time + volatility * place)
  in map3 price market.spots market.volatilities market.mixing

def mean [n] (xs: [n]f64) : f64 = f64.sum xs / f64.i64 n

-- Of calls with that strike: on the mean of the shares, on that mean over all dates, and on the best share.
def payoffs [shares] (strike: f64) (dates: i64) (prices: i64 -> [shares]f64) : (f64, f64, f64) =
  let call price = f64.max 0 (price - strike)
  let last = prices (dates - 1)
  in (call (mean last), call (mean (tabulate dates (\date -> mean (prices date)))), call (f64.maximum last))

-- The paths are cut into parts. Within a part each point is made from the one before.
entry prices [dates] [shares] [bits] (paths: i64) (directions: [dates][shares][bits]u32) (spots: [shares]f64)
    (volatilities: [shares]f64) (mixing: [shares][shares]f64) (rate: f64) (years: f64) (strike: f64) : [3]f64 =
  let market = {spots, volatilities, mixing, rate, years}
  let directions = flatten directions
  let path (point: [dates * shares]u32) =
    let normal date share = quantile ((f64.u32 point[date * shares + share] + 0.5) / 4294967296)
    let places = bridge dates shares normal
    in payoffs strike dates (black_scholes market places)
  let add (a, b, c) (x, y, z) = (a + x, b + y, c + z)
  let parts = i64.min paths 256
  let of_part part =
    let (first, end) = (part * paths / parts, (part + 1) * paths / parts)
    let (sums, _) =
      loop (sums, point) = ((0, 0, 0), sobol directions (u32.i64 first)) for i < end - first do
        (add sums (path point), successor directions point (first + i + 1))
    in sums
  let (european, asian, best) = reduce_comm add (0, 0, 0) (tabulate parts of_part)
  in map (\sum -> f64.exp (-rate * years) * sum / f64.i64 paths) [european, asian, best]
