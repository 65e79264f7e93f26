-- The module f64: every function, with signed zeros, infinities and NaN.
-- ==
-- entry: arithmetic
-- input { [1.5f64, -7.5f64, 7.5f64, 1.0f64, -1.0f64, 0.0f64, 1.5e+308f64, 1.5e+308f64, 5e-324f64, f64.inf, f64.inf, 2.0f64, f64.nan, 1.0f64, 3.0f64] [2.25f64, 2.0f64, -2.0f64, 0.0f64, 0.0f64, 0.0f64, 2.0f64, -1.5e+308f64, 0.5f64, -f64.inf, 2.0f64, f64.inf, 1.0f64, f64.nan, 3.0f64] }
-- output {
--   [3.75f64, -5.5f64, 5.5f64, 1.0f64, -1.0f64, 0.0f64, 1.5e+308f64, 0.0f64, 0.5f64, f64.nan, f64.inf, f64.inf, f64.nan, f64.nan, 6.0f64]
--   [-0.75f64, -9.5f64, 9.5f64, 1.0f64, -1.0f64, 0.0f64, 1.5e+308f64, f64.inf, -0.5f64, f64.inf, f64.inf, -f64.inf, f64.nan, f64.nan, 0.0f64]
--   [3.375f64, -15.0f64, -15.0f64, 0.0f64, -0.0f64, 0.0f64, f64.inf, -f64.inf, 0.0f64, -f64.inf, f64.inf, f64.inf, f64.nan, f64.nan, 9.0f64]
--   [0.6666666666666666f64, -3.75f64, -3.75f64, f64.inf, -f64.inf, f64.nan, 7.5e+307f64, -1.0f64, 1e-323f64, f64.nan, f64.inf, 0.0f64, f64.nan, f64.nan, 1.0f64] }
-- input { empty([0]f64) empty([0]f64) }
-- output { empty([0]f64) empty([0]f64) empty([0]f64) empty([0]f64) }

-- ==
-- entry: remainder
-- input { [7.5f64, -7.5f64, 7.5f64, -7.5f64, 1.0f64, 0.25f64, -0.25f64, f64.nan] [2.0f64, 2.0f64, -2.0f64, -2.0f64, 0.0f64, 1.0f64, 1.0f64, 1.0f64] }
-- output { [1.5f64, -1.5f64, 1.5f64, -1.5f64, f64.nan, 0.25f64, -0.25f64, f64.nan] }

-- ==
-- entry: powers
-- input { [2.0f64, 2.0f64, -2.0f64, -8.0f64, 0.0f64, 4.0f64, f64.inf, 0.0f64, 0.5f64, 1.0f64] [10.0f64, -1.0f64, 3.0f64, 0.5f64, 0.0f64, 0.5f64, 0.0f64, -1.0f64, f64.inf, f64.nan] }
-- output { [1024.0f64, 0.5f64, -8.0f64, f64.nan, 1.0f64, 2.0f64, 1.0f64, f64.inf, 0.0f64, 1.0f64] }

-- ==
-- entry: comparisons
-- input { [1.5f64, -7.5f64, 7.5f64, 1.0f64, -1.0f64, 0.0f64, 1.5e+308f64, 1.5e+308f64, 5e-324f64, f64.inf, f64.inf, 2.0f64, f64.nan, 1.0f64, 3.0f64] [2.25f64, 2.0f64, -2.0f64, 0.0f64, 0.0f64, 0.0f64, 2.0f64, -1.5e+308f64, 0.5f64, -f64.inf, 2.0f64, f64.inf, 1.0f64, f64.nan, 3.0f64] }
-- output { [false, false, false, false, false, true, false, false, false, false, false, false, false, false, true]
--   [true, true, true, true, true, false, true, true, true, true, true, true, true, true, false]
--   [true, true, false, false, true, false, false, false, true, false, false, true, false, false, false]
--   [true, true, false, false, true, true, false, false, true, false, false, true, false, false, true]
--   [false, false, true, true, false, false, true, true, false, true, true, false, false, false, false]
--   [false, false, true, true, false, true, true, true, false, true, true, false, false, false, true] }

-- ==
-- entry: extremes
-- input { [1.5f64, -7.5f64, 7.5f64, 1.0f64, -1.0f64, 0.0f64, 1.5e+308f64, 1.5e+308f64, 5e-324f64, f64.inf, f64.inf, 2.0f64, f64.nan, 1.0f64, 3.0f64] [2.25f64, 2.0f64, -2.0f64, 0.0f64, 0.0f64, 0.0f64, 2.0f64, -1.5e+308f64, 0.5f64, -f64.inf, 2.0f64, f64.inf, 1.0f64, f64.nan, 3.0f64] }
-- output {
--   [1.5f64, -7.5f64, -2.0f64, 0.0f64, -1.0f64, 0.0f64, 2.0f64, -1.5e+308f64, 5e-324f64, -f64.inf, 2.0f64, 2.0f64, 1.0f64, 1.0f64, 3.0f64]
--   [2.25f64, 2.0f64, 7.5f64, 1.0f64, 0.0f64, 0.0f64, 1.5e+308f64, 1.5e+308f64, 0.5f64, f64.inf, f64.inf, f64.inf, 1.0f64, 1.0f64, 3.0f64] }

-- ==
-- entry: planar
-- input { [1.0f64, 1.0f64, -1.0f64, 0.0f64, 0.0f64, -0.0f64, 3.0f64, f64.inf, f64.inf] [1.0f64, -1.0f64, -1.0f64, -1.0f64, 1.0f64, -1.0f64, 4.0f64, f64.inf, 1.0f64] }
-- output {
--   [0.7853981633974483f64, 2.356194490192345f64, -2.356194490192345f64, 3.141592653589793f64, 0.0f64, -3.141592653589793f64, 0.6435011087932844f64, 0.7853981633974483f64, 1.5707963267948966f64]
--   [0.25f64, 0.75f64, -0.75f64, 1.0f64, 0.0f64, -1.0f64, 0.20483276469913345f64, 0.25f64, 0.5f64]
--   [1.4142135623730951f64, 1.4142135623730951f64, 1.4142135623730951f64, 1.0f64, 1.0f64, 1.0f64, 5.0f64, f64.inf, f64.inf]
--   [1.0f64, -1.0f64, -1.0f64, -0.0f64, 0.0f64, -0.0f64, 3.0f64, f64.inf, f64.inf] }

-- ==
-- entry: singles
-- input { [0.0f64, -0.0f64, 0.5f64, -0.5f64, 1.5f64, 2.5f64, -2.5f64, -3.75f64, 1.5e+308f64, 5e-324f64, f64.inf, -f64.inf, f64.nan] }
-- output {
--   [-0.0f64, 0.0f64, -0.5f64, 0.5f64, -1.5f64, -2.5f64, 2.5f64, 3.75f64, -1.5e+308f64, -5e-324f64, -f64.inf, f64.inf, f64.nan]
--   [0.0f64, 0.0f64, 0.5f64, 0.5f64, 1.5f64, 2.5f64, 2.5f64, 3.75f64, 1.5e+308f64, 5e-324f64, f64.inf, f64.inf, f64.nan]
--   [0.0f64, 0.0f64, 1.0f64, -1.0f64, 1.0f64, 1.0f64, -1.0f64, -1.0f64, 1.0f64, 1.0f64, 1.0f64, -1.0f64, f64.nan]
--   [0.0f64, -0.0f64, 0.0f64, -1.0f64, 1.0f64, 2.0f64, -3.0f64, -4.0f64, 1.5e+308f64, 0.0f64, f64.inf, -f64.inf, f64.nan]
--   [0.0f64, -0.0f64, 1.0f64, -0.0f64, 2.0f64, 3.0f64, -2.0f64, -3.0f64, 1.5e+308f64, 1.0f64, f64.inf, -f64.inf, f64.nan]
--   [0.0f64, -0.0f64, 0.0f64, -0.0f64, 1.0f64, 2.0f64, -2.0f64, -3.0f64, 1.5e+308f64, 0.0f64, f64.inf, -f64.inf, f64.nan]
--   [0.0f64, -0.0f64, 0.0f64, -0.0f64, 2.0f64, 2.0f64, -2.0f64, -4.0f64, 1.5e+308f64, 0.0f64, f64.inf, -f64.inf, f64.nan]
--   [f64.inf, -f64.inf, 2.0f64, -2.0f64, 0.6666666666666666f64, 0.4f64, -0.4f64, -0.26666666666666666f64, 6.66666666666667e-309f64, f64.inf, 0.0f64, -0.0f64, f64.nan]
--   [false, false, false, false, false, false, false, false, false, false, false, false, true]
--   [false, false, false, false, false, false, false, false, false, false, true, true, false]
--   [0.0f64, -0.0f64, 0.5f64, -0.5f64, 1.5f64, 2.5f64, -2.5f64, -3.75f64, 1.5e+308f64, 5e-324f64, f64.inf, -f64.inf, f64.nan]
--   [0i64, 0i64, 0i64, 0i64, 1i64, 2i64, -2i64, -3i64, 9223372036854775807i64, 0i64, 0i64, 0i64, 0i64] }

-- ==
-- entry: roots
-- input { [0.0f64, 1.0f64, 2.0f64, 8.0f64, 0.25f64, 10.0f64, f64.inf, f64.nan, -1.0f64] }
-- output {
--   [0.0f64, 1.0f64, 1.4142135623730951f64, 2.8284271247461903f64, 0.5f64, 3.1622776601683795f64, f64.inf, f64.nan, f64.nan]
--   [f64.inf, 1.0f64, 0.7071067811865475f64, 0.35355339059327373f64, 2.0f64, 0.31622776601683794f64, 0.0f64, f64.nan, f64.nan]
--   [0.0f64, 1.0f64, 1.2599210498948734f64, 2.0f64, 0.6299605249474366f64, 2.1544346900318834f64, f64.inf, f64.nan, -1.0f64] }

-- ==
-- entry: exponentials
-- input { [0.0f64, 1.0f64, 2.0f64, 8.0f64, 0.25f64, 10.0f64, f64.inf, f64.nan, -1.0f64, -0.5f64] }
-- output {
--   [1.0f64, 2.718281828459045f64, 7.38905609893065f64, 2980.9579870417283f64, 1.2840254166877414f64, 22026.465794806718f64, f64.inf, f64.nan, 0.36787944117144233f64, 0.6065306597126334f64]
--   [-f64.inf, 0.0f64, 0.6931471805599453f64, 2.0794415416798357f64, -1.3862943611198906f64, 2.302585092994046f64, f64.inf, f64.nan, f64.nan, f64.nan]
--   [-f64.inf, 0.0f64, 1.0f64, 3.0f64, -2.0f64, 3.321928094887362f64, f64.inf, f64.nan, f64.nan, f64.nan]
--   [-f64.inf, 0.0f64, 0.3010299956639812f64, 0.9030899869919435f64, -0.6020599913279624f64, 1.0f64, f64.inf, f64.nan, f64.nan, f64.nan]
--   [0.0f64, 0.6931471805599453f64, 1.0986122886681096f64, 2.1972245773362196f64, 0.22314355131420976f64, 2.3978952727983707f64, f64.inf, f64.nan, -f64.inf, -0.6931471805599453f64] }

-- ==
-- entry: angles
-- input { [0.0f64, 0.5f64, -0.75f64, 1.0f64, -1.0f64, 0.25f64, f64.nan] }
-- output {
--   [0.0f64, 0.479425538604203f64, -0.6816387600233341f64, 0.8414709848078965f64, -0.8414709848078965f64, 0.24740395925452294f64, f64.nan]
--   [1.0f64, 0.8775825618903728f64, 0.7316888688738209f64, 0.5403023058681398f64, 0.5403023058681398f64, 0.9689124217106447f64, f64.nan]
--   [0.0f64, 0.5463024898437905f64, -0.9315964599440725f64, 1.5574077246549023f64, -1.5574077246549023f64, 0.25534192122103627f64, f64.nan]
--   [0.0f64, 0.5235987755982989f64, -0.848062078981481f64, 1.5707963267948966f64, -1.5707963267948966f64, 0.25268025514207865f64, f64.nan]
--   [1.5707963267948966f64, 1.0471975511965979f64, 2.4188584057763776f64, 0.0f64, 3.141592653589793f64, 1.318116071652818f64, f64.nan]
--   [0.0f64, 0.4636476090008061f64, -0.6435011087932844f64, 0.7853981633974483f64, -0.7853981633974483f64, 0.24497866312686414f64, f64.nan]
--   [0.0f64, 0.5210953054937474f64, -0.82231673193583f64, 1.1752011936438014f64, -1.1752011936438014f64, 0.2526123168081683f64, f64.nan]
--   [1.0f64, 1.1276259652063807f64, 1.2946832846768448f64, 1.5430806348152437f64, 1.5430806348152437f64, 1.0314130998795732f64, f64.nan]
--   [0.0f64, 0.46211715726000974f64, -0.6351489523872873f64, 0.7615941559557649f64, -0.7615941559557649f64, 0.24491866240370913f64, f64.nan]
--   [0.0f64, 0.48121182505960347f64, -0.6931471805599453f64, 0.881373587019543f64, -0.881373587019543f64, 0.24746646154726346f64, f64.nan] }

-- ==
-- entry: beyond_angles
-- input { [2.0f64, f64.inf, 1.0f64] }
-- output { [f64.nan, f64.nan, 1.5707963267948966f64] [f64.nan, f64.nan, 0.0f64]
--   [0.9092974268256817f64, f64.nan, 0.8414709848078965f64] [-0.4161468365471424f64, f64.nan, 0.5403023058681398f64]
--   [0.9640275800758169f64, 1.0f64, 0.7615941559557649f64] [1.3169578969248166f64, f64.inf, 0.0f64] }

-- ==
-- entry: inverse_hyperbolic
-- input { [0.0f64, 0.5f64, -0.75f64, 1.0f64, -1.0f64, 0.25f64, f64.nan] }
-- output {
--   [0.0f64, 0.5493061443340548f64, -0.9729550745276566f64, f64.inf, -f64.inf, 0.25541281188299536f64, f64.nan] }

-- ==
-- entry: half_turns
-- input { [0.0f64, 0.5f64, 1.0f64, -0.5f64, 0.25f64, 0.75f64, 1.5f64, 2.0f64] }
-- output { [0.0f64, 1.0f64, 0.0f64, -1.0f64, 0.7071067811865476f64, 0.7071067811865476f64, -1.0f64, 0.0f64]
--   [1.0f64, 0.0f64, -1.0f64, 0.0f64, 0.7071067811865476f64, -0.7071067811865476f64, 0.0f64, 1.0f64] }

-- ==
-- entry: tangents
-- input { [0.0f64, 0.25f64, -0.25f64, 0.75f64, 0.125f64] }
-- output { [0.0f64, 1.0f64, -1.0f64, -1.0f64, 0.41421356237309503f64] }

-- ==
-- entry: to_half_turns
-- input { [0.0f64, 1.0f64, -1.0f64, 0.5f64] }
-- output { [0.0f64, 0.5f64, -0.5f64, 0.16666666666666669f64] [0.5f64, 0.0f64, 1.0f64, 0.33333333333333337f64]
--   [0.0f64, 0.25f64, -0.25f64, 0.14758361765043326f64] }

-- ==
-- entry: special
-- input { [0.5f64, 1.0f64, 2.0f64, 3.5f64, 5.0f64, 0.25f64] }
-- output { [1.7724538509055159f64, 1.0f64, 1.0f64, 3.323350970447842f64, 24.0f64, 3.6256099082219087f64]
--   [0.5723649429247004f64, 0.0f64, 0.0f64, 1.2009736023470738f64, 3.178053830347945f64, 1.2880225246980772f64]
--   [0.5204998778130465f64, 0.8427007929497149f64, 0.9953222650189527f64, 0.9999992569016276f64, 0.9999999999984626f64, 0.2763263901682369f64]
--   [0.4795001221869535f64, 0.15729920705028513f64, 0.004677734981047265f64, 7.430983723414128e-07f64, 1.5374597944280351e-12f64, 0.7236736098317631f64] }

-- ==
-- entry: constants
-- input {  }
-- output { f64.inf -f64.inf f64.inf true 3.141592653589793f64 2.718281828459045f64 2.220446049250313e-16f64 64i32 }

-- ==
-- entry: ldexp
-- input { [0.75f64, 5.0f64, 1.5f64, 3.0f64, 5e-324f64, 5e-324f64, 1.0f64, 0.0f64, f64.inf, f64.nan, -1.0f64, -1.0f64, 1.5e+308f64, 1.0000000000000002f64] [3i32, -1i32, -1075i32, -1074i32, 1074i32, 3222i32, -3222i32, 5000i32, -3i32, 1i32, 2147483647i32, -2147483648i32, -5i32, -1073i32] }
-- output {
--   [6.0f64, 2.5f64, 5e-324f64, 1.5e-323f64, 1.0f64, f64.inf, 0.0f64, 0.0f64, f64.inf, f64.nan, -f64.inf, -0.0f64, 4.6875e+306f64, 1e-323f64] }

-- ==
-- entry: representation
-- input { [0.0f64, -0.0f64, 1.0f64, -2.5f64, 5e-324f64, f64.inf, -f64.inf, 0.1f64] }
-- output {
--   [0u64, 9223372036854775808u64, 4607182418800017408u64, 13836183955189006336u64, 1u64, 9218868437227405312u64, 18442240474082181120u64, 4591870180066957722u64]
--   [0.0f64, -0.0f64, 1.0f64, -2.5f64, 5e-324f64, f64.inf, -f64.inf, 0.1f64]
--   [0i32, 1i32, 0i32, 1i32, 0i32, 0i32, 1i32, 0i32] [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32]
--   [-0.0f64, -0.0f64, -1.0f64, -2.5f64, -5e-324f64, -f64.inf, -f64.inf, -0.1f64]
--   [0.0f64, 0.0f64, 1.0f64, 2.5f64, 5e-324f64, f64.inf, f64.inf, 0.1f64] }

-- ==
-- entry: neighbours
-- input { [1.0f64, 1.0f64, 1.0f64, 0.0f64, 0.0f64, 5e-324f64, -1.0f64] [2.0f64, 0.0f64, 1.0f64, 1.0f64, -1.0f64, 0.0f64, 0.0f64] }
-- output {
--   [4607182418800017409u64, 4607182418800017407u64, 4607182418800017408u64, 1u64, 9223372036854775809u64, 0u64, 13830554455654793215u64] }

-- ==
-- entry: combined
-- input { 3.0f64 4.0f64 }
-- output { 3.25f64 4.0f64 3.0f64 0.75f64 14.0f64 14.0f64 }
-- input { -1.0f64 2.0f64 }
-- output { -0.25f64 2.0f64 -1.0f64 0.75f64 0.0f64 0.0f64 }

-- ==
-- entry: fused
-- input { 1.0000000000000002f64 0.9999999999999998f64 }
-- output { -4.930380657631324e-32f64 }

-- ==
-- entry: folds
-- input { [1.5f64, -2.0f64, 4.0f64, 0.25f64] }
-- output { 3.75f64 -3.0f64 4.0f64 -2.0f64 }
-- input { empty([0]f64) }
-- output { 0.0f64 1.0f64 -f64.inf f64.inf }

entry arithmetic [n] (xs: [n]f64) (ys: [n]f64) =
  (map2 (f64.+) xs ys,
   map2 (f64.-) xs ys,
   map2 (f64.*) xs ys,
   map2 (f64./) xs ys)

entry remainder [n] (xs: [n]f64) (ys: [n]f64) = map2 (f64.%) xs ys

entry powers [n] (xs: [n]f64) (ys: [n]f64) = map2 (f64.**) xs ys

entry comparisons [n] (xs: [n]f64) (ys: [n]f64) =
  (map2 (f64.==) xs ys,
   map2 (f64.!=) xs ys,
   map2 (f64.<) xs ys,
   map2 (f64.<=) xs ys,
   map2 (f64.>) xs ys,
   map2 (f64.>=) xs ys)

entry extremes [n] (xs: [n]f64) (ys: [n]f64) = (map2 f64.min xs ys, map2 f64.max xs ys)

entry planar [n] (xs: [n]f64) (ys: [n]f64) =
  (map2 f64.atan2 xs ys,
   map2 f64.atan2pi xs ys,
   map2 f64.hypot xs ys,
   map2 f64.copysign xs ys)

entry singles (xs: []f64) =
  (map f64.neg xs,
   map f64.abs xs,
   map f64.sgn xs,
   map f64.floor xs,
   map f64.ceil xs,
   map f64.trunc xs,
   map f64.round xs,
   map f64.recip xs,
   map f64.isnan xs,
   map f64.isinf xs,
   map f64.to_f64 xs,
   map f64.to_i64 xs)

entry roots (xs: []f64) =
  (map f64.sqrt xs,
   map f64.rsqrt xs,
   map f64.cbrt xs)

entry exponentials (xs: []f64) =
  (map f64.exp xs,
   map f64.log xs,
   map f64.log2 xs,
   map f64.log10 xs,
   map f64.log1p xs)

entry angles (xs: []f64) =
  (map f64.sin xs,
   map f64.cos xs,
   map f64.tan xs,
   map f64.asin xs,
   map f64.acos xs,
   map f64.atan xs,
   map f64.sinh xs,
   map f64.cosh xs,
   map f64.tanh xs,
   map f64.asinh xs)

entry beyond_angles (xs: []f64) =
  (map f64.asin xs,
   map f64.acos xs,
   map f64.sin xs,
   map f64.cos xs,
   map f64.tanh xs,
   map f64.acosh xs)

entry inverse_hyperbolic (xs: []f64) =
  (map f64.atanh xs)

entry half_turns (xs: []f64) =
  (map f64.sinpi xs,
   map f64.cospi xs)

entry tangents (xs: []f64) =
  (map f64.tanpi xs)

entry to_half_turns (xs: []f64) =
  (map f64.asinpi xs,
   map f64.acospi xs,
   map f64.atanpi xs)

entry special (xs: []f64) =
  (map f64.gamma xs,
   map f64.lgamma xs,
   map f64.erf xs,
   map f64.erfc xs)

entry constants =
  (f64.highest, f64.lowest, f64.inf, f64.isnan f64.nan, f64.pi, f64.e, f64.epsilon, f64.num_bits)

entry ldexp [n] (xs: [n]f64) (ns: [n]i32) = map2 f64.ldexp xs ns

entry representation (xs: []f64) =
  (map f64.to_bits xs, map (\x -> f64.from_bits (f64.to_bits x)) xs, map (f64.get_bit 63) xs,
   map (f64.get_bit 51) xs, map (\x -> f64.set_bit 63 x 1) xs, map (\x -> f64.set_bit 63 x 0) xs)

entry neighbours [n] (xs: [n]f64) (ys: [n]f64) = map2 (\x y -> f64.to_bits (f64.nextafter x y)) xs ys

entry combined (x: f64) (y: f64) =
  (f64.lerp x y 0.25, f64.lerp x y 7, f64.lerp x y (-7), f64.from_fraction 3 4, f64.mad x y 2, f64.fma x y 2)

-- Rounded once: the product alone rounds to 1.
entry fused (x: f64) (y: f64) = f64.fma x y (-1)

entry folds (xs: []f64) = (f64.sum xs, f64.product xs, f64.maximum xs, f64.minimum xs)
