-- Decimal floats with exponents of each sign, zero exponents, leading and trailing zeros.
-- ==
-- entry: exponents
-- input { } output { 1000f64 0.001f64 1000f64 1f64 1.5e10f64 1e-10f64 }

-- ==
-- entry: zeros
-- input { } output { 0f64 0f64 0.5f64 7f64 0f32 }

-- ==
-- entry: suffixed
-- input { } output { 100f32 0.25f32 1024f16 1e300f64 }

-- ==
-- entry: extremes
-- input { } output { true true true }

entry exponents = (1e3, 1e-3, 1E3, 1e0, 1.5e10, 1.0E-10)
entry zeros = (0.0, 0e5, 00.50, 7.000, 0.0f32)
entry suffixed = (1e2f32, 2.5e-1f32, 1.024e3f16, 1e300f64)
entry extremes = (1.7976931348623157e308 < f64.inf, 1e-323 > 0, 3.4028235e38f32 < f32.inf)
