-- Option prices by the formula of Black and Scholes (1973): what the right is worth to buy (call) or to sell (put) a
-- share for a fixed price, the strike, some years from now.
--
-- The options can be given as arrays, or made here: a million of them from a seed, without any data. What must come out
-- was computed with SciPy: see expected.py.
-- ==
-- entry: generated
-- "a million" compiled input { 1000000i64 2024u64 1000i64 } output @ million.out
-- "one" input { 1i64 7u64 1i64 } output @ one.out

-- ==
-- entry: prices
-- "seven options" input @ seven.in output @ seven.out
-- "none" input { empty([0]f64) empty([0]f64) empty([0]f64) 0.1f64 0.2f64 } output { empty([0]f64) empty([0]f64) }

-- The share's price now, the strike, and the years until then.
type option = {spot: f64, strike: f64, years: f64}

-- What the whole market has in common: the interest of a year, and how much share prices swing in a year (the standard
-- deviation of the logarithm of their growth).
type market = {rate: f64, volatility: f64}

-- The probability that a normally distributed number is below x.
def normal (x: f64) : f64 = 0.5 * f64.erfc (-x / f64.sqrt 2)

-- The prices of the call and of the put.
def price ({rate, volatility}: market) ({spot, strike, years}: option) : (f64, f64) =
  let spread = volatility * f64.sqrt years
  let d1 = (f64.log (spot / strike) + (rate + 0.5 * volatility * volatility) * years) / spread
  let d2 = d1 - spread
  let strike_now = strike * f64.exp (-rate * years)
  in (spot * normal d1 - strike_now * normal d2, strike_now * normal (-d2) - spot * normal (-d1))

-- Prices of options that are given: first the calls, then the puts.
entry prices [n] (spots: [n]f64) (strikes: [n]f64) (years: [n]f64) (rate: f64) (volatility: f64) : ([n]f64, [n]f64) =
  let option spot strike years : option = {spot, strike, years}
  in map3 option spots strikes years |> map (price {rate, volatility}) |> unzip

-- Random bits number `at` of those that belong to the seed. The random numbers of a sequence each depend on the one
-- before; these (SplitMix64, by Steele, Lea and Flood 2014) depend on their number only, so all can be made at once.
def bits (seed: u64) (at: u64) : u64 =
  let x = seed + (at + 1) * 0x9e3779b97f4a7c15
  let x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9
  let x = (x ^ (x >> 27)) * 0x94d049bb133111eb
  in x ^ (x >> 31)

-- A random number from `low` to just below `high`, made of 53 random bits, as many as an f64 has.
def between (low: f64) (high: f64) (random: u64) : f64 =
  low + (high - low) * (f64.u64 (random >> 11) / 9007199254740992)

-- Option number i takes three random numbers.
def random_option (seed: u64) (i: i64) : option =
  let random k = bits seed (3 * u64.i64 i + k)
  in {spot = between 50 150 (random 0), strike = between 50 150 (random 1), years = between 0.1 2 (random 2)}

-- Prices the calls of so many random options, at 2 % interest and 30 % volatility. Returns their mean price; the sum of
-- all prices in cents, each rounded first, which is an integer and so must be right to the last cent; and the first few
-- prices.
entry generated (count: i64) (seed: u64) (shown: i64) : (f64, i64, [shown]f64) =
  let market = {rate = 0.02, volatility = 0.3}
  let calls = map (\i -> (price market (random_option seed i)).0) (iota count)
  let cents = map (\call -> i64.f64 (f64.round (100 * call))) calls
  in (f64.sum calls / f64.i64 count, i64.sum cents, take shown calls)
