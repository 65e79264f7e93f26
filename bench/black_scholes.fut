-- The prices of European call options by the Black-Scholes formula.

def cumulative (x: f64) : f64 = 0.5 * f64.erfc (-x / f64.sqrt 2)

def call (spot: f64) (strike: f64) (years: f64) (rate: f64) (volatility: f64) : f64 =
  let spread = volatility * f64.sqrt years
  let d1 = (f64.log (spot / strike) + (rate + 0.5 * volatility * volatility) * years) / spread
  let d2 = d1 - spread
  in spot * cumulative d1 - strike * f64.exp (-rate * years) * cumulative d2

entry black_scholes [n] (spots: [n]f64) (strikes: [n]f64) (years: [n]f64) (rate: f64) (volatility: f64) : [n]f64 =
  map3 (\spot strike years -> call spot strike years rate volatility) spots strikes years
