-- Trigonometric, hyperbolic and error functions against known values.
-- ==
-- entry: circular
-- input { 0.5 } output { 0.479425538604203 0.8775825618903728 0.5463024898437905 }
-- input { 0.0 } output { 0.0 1.0 0.0 }

-- ==
-- entry: inverse
-- input { 0.5 } output { 0.5235987755982989 1.0471975511965979 0.4636476090008061 }
-- input { 1.0 } output { 1.5707963267948966 0.0 0.7853981633974483 }

-- ==
-- entry: quadrants
-- input { 1.0 1.0 } output { 0.7853981633974483 0.25 }
-- input { 1.0 -1.0 } output { 2.356194490192345 0.75 }
-- input { -1.0 -1.0 } output { -2.356194490192345 -0.75 }

-- ==
-- entry: half_turns
-- input { } output { 1.0 -1.0 1.0 0.5 0.5 0.25 }

-- ==
-- entry: hyperbolic
-- input { 0.5 } output { 0.5210953054937474 1.1276259652063807 0.46211715726000973 true }

-- ==
-- entry: inverse_hyperbolic
-- input { 2.0 0.5 } output { 1.4436354751788103 1.3169578969248166 0.5493061443340549 }

-- ==
-- entry: special_functions
-- input { } output { 24.0 12.801827480081469 0.8427007929497149 0.15729920705028513 1.7724538509055159 }

-- ==
-- entry: polar
-- input { [3.0, 0.0, -1.0] [4.0, 2.0, 0.0] }
-- output { [5.0, 2.0, 1.0] [0.9272952180016122, 1.5707963267948966, 3.141592653589793] true }
-- input { empty([0]f64) empty([0]f64) } output { empty([0]f64) empty([0]f64) true }

-- ==
-- entry: constants
-- input { } output { 3.141592653589793 2.718281828459045 3.1415927f32 0.0f32 }

entry circular (x: f64) = (f64.sin x, f64.cos x, f64.tan x)
entry inverse (x: f64) = (f64.asin x, f64.acos x, f64.atan x)
entry quadrants (y: f64) (x: f64) = (f64.atan2 y x, f64.atan2pi y x)
entry half_turns =
  (f64.sinpi 0.5, f64.cospi 1, f64.tanpi 0.25, f64.asinpi 1, f64.acospi 0, f64.atanpi 1)
entry hyperbolic (x: f64) =
  (f64.sinh x, f64.cosh x, f64.tanh x, f64.abs (f64.cosh x ** 2 - f64.sinh x ** 2 - 1) < 1e-12)
entry inverse_hyperbolic (x: f64) (y: f64) = (f64.asinh x, f64.acosh x, f64.atanh y)
entry special_functions = (f64.gamma 5, f64.lgamma 10, f64.erf 1, f64.erfc 1, f64.gamma 0.5)

entry polar [n] (xs: [n]f64) (ys: [n]f64) =
  let (rs, angles) = map2 (\x y -> (f64.hypot x y, f64.atan2 y x)) xs ys |> unzip
  let close x y = f64.abs (x - y) < 1e-9
  in (rs, angles, and (map3 (\r a x -> close (r * f64.cos a) x) rs angles xs))

entry constants = (f64.pi, f64.e, f32.pi, f32.sin 0)
