-- Numerical methods that take functions: conjugate gradients, Runge and Kutta for any state, adaptive integrals.
-- ==
-- entry: implicit_heat
-- input { 0i32 0.5f64 [[3.0f64]] }
-- output { [[3.0f64]] }
-- input { 1i32 0.5f64 [[3.0f64]] }
-- output { [[1.0f64]] }
-- input { 4i32 0.3f64 [[1.0f64, 3.0f64, 9.0f64, 3.0f64], [7.0f64, 7.0f64, 2.0f64, 6.0f64], [1.0f64, 1.0f64, 9.0f64, 7.0f64]] }
-- output { [[0.9575766865263453f64, 1.633105972350614f64, 1.8754673417461911f64, 1.232163652893535f64], [1.467421323839127f64, 2.296185927708206f64, 2.45080498018051f64, 1.74835111007973f64], [0.9112626336669993f64, 1.548915575534186f64, 1.9268663224062466f64, 1.419927496077452f64]] }

-- ==
-- entry: solve_matrix
-- input { empty([0][0]f64) empty([0]f64) }
-- output { empty([0]f64) }
-- input { [[4.0f64]] [1.0f64] }
-- output { [0.25f64] }
-- input { [[4.0f64, 1.0f64], [1.0f64, 3.0f64]] [1.0f64, 2.0f64] }
-- output { [0.09090909090909091f64, 0.6363636363636364f64] }
-- input { [[6.0f64, 1.0f64, 0.0f64, 1.0f64], [1.0f64, 5.0f64, 2.0f64, 0.0f64], [0.0f64, 2.0f64, 7.0f64, 1.0f64], [1.0f64, 0.0f64, 1.0f64, 4.0f64]] [1.0f64, 2.0f64, 3.0f64, 4.0f64] }
-- output { [-0.04907975460122693f64, 0.3312883435582822f64, 0.19631901840490795f64, 0.9631901840490796f64] }

-- ==
-- entry: oscillator
-- input { 0i64 0.1f64 }
-- output { 1.0f64 -0.0f64 }
-- input { 100i64 0.01f64 }
-- output { 0.5403023058681398f64 -0.8414709848078965f64 }
-- input { 50i64 0.1f64 }
-- output { 0.28366218546322625f64 0.9589242746631385f64 }

-- ==
-- entry: chain
-- input { 3i64 0.1f64 empty([0]f64) }
-- output { empty([0]f64) }
-- input { 10i64 0.1f64 [1.0f64] }
-- output { [0.15594823149918835f64] }
-- input { 20i64 0.05f64 [1.0f64, 0.0f64, -2.0f64, 3.0f64] }
-- output { [0.12555391679559866f64, -0.252114059928328f64, 0.6411290140587959f64, -0.13237406329412105f64] }

-- ==
-- entry: integrals
-- input { 0i64 }
-- output { [2.0f64, 1.0f64, 1.5707963267948966f64] }
-- input { 3i64 }
-- output { [2.0f64, 0.25f64, 1.5707963267948966f64] }
-- input { 9i64 }
-- output { [2.0f64, 0.1f64, 1.5707963267948966f64] }

-- | Conjugate gradients for any positive operator.
def conjugate_gradient [n] (tolerance: f64) (limit: i32) (apply: [n]f64 -> [n]f64) (b: [n]f64) : ([n]f64, i32) =
  let dot x y = f64.sum (map2 (*) x y)
  let axpy a x y = map2 (\x y -> a * x + y) x y
  let start = replicate n 0f64
  let (x, _, _, _, k) =
    loop (x, r, p, rr, k) = (start, b, b, dot b b, 0) while rr > tolerance * tolerance && k < limit do
      let ap = apply p
      let alpha = rr / dot p ap
      let x = axpy alpha p x
      let r = axpy (-alpha) ap r
      let rr' = dot r r
      in (x, r, axpy (rr' / rr) p r, rr', k + 1)
  in (x, k)

-- The operator of the heat equation on a grid, with walls that are cold.
def laplace (h: i64) (w: i64) (dt: f64) (x: [h * w]f64) : [h * w]f64 =
  let g = unflatten x
  let at i j = if i < 0 || i >= h || j < 0 || j >= w then 0 else g[i, j]
  in tabulate_2d h w (\i j ->
       (1 + 4 * dt) * g[i, j] - dt * (at (i - 1) j + at (i + 1) j + at i (j - 1) + at i (j + 1)))
     |> flatten

entry implicit_heat [h][w] (steps: i32) (dt: f64) (grid: [h][w]f64) : [h][w]f64 =
  loop grid for _s < steps do
    (conjugate_gradient 1.0e-10 1000 (laplace h w dt) (flatten grid)).0 |> unflatten

entry solve_matrix [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  (conjugate_gradient 1.0e-12 (10 * i32.i64 n + 10) (\x -> map (\row -> f64.sum (map2 (*) row x)) a) b).0

-- | Runge and Kutta's steps for any state with its operations.
def rk4 's (add: s -> s -> s) (scale: f64 -> s -> s) (f: f64 -> s -> s) (h: f64) (steps: i64) (s: s) : s =
  let (*|) k x = scale k x
  let (|+|) x y = add x y
  in loop s for i < steps do
       let t = f64.i64 i * h
       let k1 = f t s
       let k2 = f (t + h / 2) (s |+| ((h / 2) *| k1))
       let k3 = f (t + h / 2) (s |+| ((h / 2) *| k2))
       let k4 = f (t + h) (s |+| (h *| k3))
       in s |+| ((h / 6) *| (k1 |+| (2 *| k2) |+| (2 *| k3) |+| k4))

entry oscillator (steps: i64) (h: f64) : (f64, f64) =
  let {x, v} = rk4 (\a b -> {x = a.x + b.x, v = a.v + b.v})
                   (\k a -> {x = k * a.x, v = k * a.v})
                   (\_ s -> {x = s.v, v = -s.x}) h steps {x = 1, v = 0}
  in (x, v)

entry chain [n] (steps: i64) (h: f64) (xs: [n]f64) : [n]f64 =
  let f _ (ps: [n](f64, f64)) : [n](f64, f64) =
    let pull i = (if i > 0 then ps[i - 1].0 else 0) - 2 * ps[i].0 + (if i < n - 1 then ps[i + 1].0 else 0)
    in map2 (\i (_, v) -> (v, pull i)) (iota n) ps
  in rk4 (map2 (\(a, b) (c, d) -> (a + c, b + d))) (\k -> map (\(a, b) -> (k * a, k * b))) f h steps
         (map (\x -> (x, 0)) xs)
     |> map (.0)

-- | Integrals by adaptive halving with an explicit stack.
def integrate (f: f64 -> f64) (tolerance: f64) (a: f64) (b: f64) : f64 =
  let simpson a b = (b - a) / 6 * (f a + 4 * f ((a + b) / 2) + f b)
  let stack = replicate 64 (0f64, 0f64)
  let stack[0] = (a, b)
  let (total, _, _) =
    loop (total, stack, top) = (0, stack, 1i64) while top > 0 do
      let (a, b) = stack[top - 1]
      let m = (a + b) / 2
      let (whole, halves) = (simpson a b, simpson a m + simpson m b)
      in if f64.abs (whole - halves) < tolerance * (b - a) || top > 60
         then (total + halves, stack, top - 1)
         else (total, stack with [top - 1] = (m, b) with [top] = (a, m), top + 1)
  in total

entry integrals (n: i64) : [3]f64 =
  [integrate f64.sin 1e-8 0 f64.pi, integrate (\x -> x ** f64.i64 n) 1e-8 0 1, integrate (\x -> 1 / (1 + x * x)) 1e-8 (-1) 1]
