-- A literal is no number of an abstract type.
-- ==
-- error: E0301.*expected R.t, found a number

module f (R: real) = { def half (x: R.t) : R.t = x R./ 2 }
module m = f f64
def main : f64 = m.half 1
