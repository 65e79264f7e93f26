-- Arithmetic and comparisons of infinities and of both zeros.
-- ==
-- entry: arithmetic
-- input { f64.inf 1f64 } output { f64.inf f64.inf f64.inf 0f64 }
-- input { -f64.inf 2f64 } output { -f64.inf -f64.inf -f64.inf 0f64 }
-- input { f64.inf f64.inf } output { f64.inf f64.nan f64.inf f64.nan }

-- ==
-- entry: ordered
-- input { -f64.inf f64.inf } output { true false true }
-- input { f64.inf f64.inf } output { false true false }

-- ==
-- entry: zeros
-- input { 0f64 } output { true f64.inf -f64.inf }

entry arithmetic (a: f64) (b: f64) : (f64, f64, f64, f64) = (a + b, a - b, a * b, b / a)
entry ordered (a: f64) (b: f64) : (bool, bool, bool) = (a < b, a == b, a + 1 < b)
entry zeros (z: f64) : (bool, f64, f64) = (z == -z, 1 / z, 1 / -z)
