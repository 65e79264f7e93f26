-- Linear algebra over three fields: inverses, determinants, least squares, Kronecker products, blocks.
-- ==
-- entry: inverse
-- input { [[2.0f64, 1.0f64, -1.0f64], [-3.0f64, -1.0f64, 2.0f64], [-2.0f64, 1.0f64, 2.0f64]] }
-- output { [[4.0f64, 3.0f64, -1.0f64], [-2.0f64, -2.0f64, 1.0f64], [5.0f64, 4.0f64, -1.0f64]] }
-- input { [[0.0f64, 2.0f64, 1.0f64], [1.0f64, 0.0f64, 3.0f64], [4.0f64, 5.0f64, 6.0f64]] }
-- output { [[-0.8823529411764706f64, -0.4117647058823529f64, 0.35294117647058826f64], [0.35294117647058826f64, -0.23529411764705882f64, 0.058823529411764705f64], [0.29411764705882354f64, 0.47058823529411764f64, -0.11764705882352941f64]] }
-- input { empty([0][0]f64) } output { empty([0][0]f64) }
-- input { [[4.0f64]] } output { [[0.25f64]] }

-- ==
-- entry: inverse_modulo
-- input { [[2i64, 1i64, -1i64], [-3i64, -1i64, 2i64], [-2i64, 1i64, 2i64]] }
-- output { [[4i64, 3i64, 10006i64], [10005i64, 10005i64, 1i64], [5i64, 4i64, 10006i64]] }
-- input { [[0i64, 2i64, 1i64], [1i64, 0i64, 3i64], [4i64, 5i64, 6i64]] }
-- output { [[3531i64, 7652i64, 589i64], [589i64, 2943i64, 1766i64], [8830i64, 4121i64, 6475i64]] }

-- ==
-- entry: determinants
-- input { [[2i64, 1i64, -1i64], [-3i64, -1i64, 2i64], [-2i64, 1i64, 2i64]] } output { -1.0f64 10006i64 -1i64 }
-- input { [[0i64, 2i64, 1i64], [1i64, 0i64, 3i64], [4i64, 5i64, 6i64]] } output { 17.0f64 17i64 17i64 }
-- input { [[-5i64]] } output { -5.0f64 10002i64 -5i64 }

-- ==
-- entry: inverse_exactly
-- input { [[2i64, 1i64, -1i64], [-3i64, -1i64, 2i64], [-2i64, 1i64, 2i64]] }
-- output { [[4i64, 3i64, -1i64], [-2i64, -2i64, 1i64], [5i64, 4i64, -1i64]] [[1i64, 1i64, 1i64], [1i64, 1i64, 1i64], [1i64, 1i64, 1i64]] }
-- input { [[0i64, 2i64, 1i64], [1i64, 0i64, 3i64], [4i64, 5i64, 6i64]] }
-- output { [[-15i64, -7i64, 6i64], [6i64, -4i64, 1i64], [5i64, 8i64, -2i64]] [[17i64, 17i64, 17i64], [17i64, 17i64, 17i64], [17i64, 17i64, 17i64]] }

-- ==
-- entry: fit
-- input { [0.0f64, 1.0f64, 2.0f64, 3.0f64, 4.0f64] [1.0f64, 2.9f64, 5.2f64, 7.1f64, 8.8f64] }
-- output { [1.0399999999999998f64, 1.9800000000000002f64] }

-- ==
-- entry: products
-- input { [[1.0f64, 2.0f64], [3.0f64, 4.0f64], [5.0f64, 6.0f64]] [[0.0f64, 1.0f64, -1.0f64]] }
-- output { [[0.0f64, 1.0f64, -1.0f64, 0.0f64, 2.0f64, -2.0f64], [0.0f64, 3.0f64, -3.0f64, 0.0f64, 4.0f64, -4.0f64], [0.0f64, 5.0f64, -5.0f64, 0.0f64, 6.0f64, -6.0f64]] }

-- ==
-- entry: blocks
-- input { [[2.0f64, 1.0f64, -1.0f64], [-3.0f64, -1.0f64, 2.0f64], [-2.0f64, 1.0f64, 2.0f64]] } output { 18.0f64 }

import "linalg"

module real = mk_linalg f64_field
module prime = modular {def p = 10007i64}
module finite = mk_linalg prime
module exact = mk_linalg rational

entry inverse [n] (a: [n][n]f64) : [n][n]f64 = real.inv a
entry inverse_modulo [n] (a: [n][n]i64) : [n][n]i64 = a |> map (map prime.normal) |> finite.inv
entry determinants [n] (a: [n][n]i64) : (f64, i64, i64) =
  let r = exact.det (map (map (`rational.make` 1)) a)
  in (real.det (map (map f64.i64) a), finite.det (map (map (% 10007)) a), assert (r.den == 1) r.num)

-- Numerators and denominators.
entry inverse_exactly [n] (a: [n][n]i64) : ([n][n]i64, [n][n]i64) =
  a |> map (map (\x -> rational.make x 1)) |> exact.inv |> map (map (\(r: rational.t) -> (r.num, r.den))) |> map unzip |> unzip

entry fit [n] (xs: [n]f64) (ys: [n]f64) : [2]f64 = real.ols (map (\x -> [1, x]) xs) ys

entry products [n][m][p][q] (a: [n][m]f64) (b: [p][q]f64) : [n * p][m * q]f64 = real.kronecker a b

entry blocks [n] (a: [n][n]f64) : f64 =
  let b = real.block a (real.eye n) (real.eye n) (real.todiag (real.fromdiag a))
  in f64.sum (flatten (real.matmul b b))
