-- Tridiagonal systems: by elimination, by scans of matrices, by cyclic reduction; an option priced with them.
-- ==
-- entry: solve
-- input { [0.0f64, 1.0f64, -1.0f64, 2.0f64, 0.5f64, 1.0f64, 1.0f64] [4.0f64, 5.0f64, 4.0f64, 6.0f64, 4.0f64, 5.0f64, 3.0f64] [1.0f64, 1.0f64, 2.0f64, -1.0f64, 1.0f64, 0.5f64, 0.0f64] [1.0f64, 2.0f64, 3.0f64, 4.0f64, 5.0f64, 6.0f64, 7.0f64] }
-- output { [0.18333333333333335f64, 0.26666666666666666f64, 0.4833333333333333f64, 0.6666666666666667f64, 0.9666666666666667f64, 0.7999999999999999f64, 2.0666666666666664f64] [0.18333333333333335f64, 0.26666666666666666f64, 0.4833333333333333f64, 0.6666666666666667f64, 0.9666666666666667f64, 0.7999999999999999f64, 2.0666666666666664f64] [0.18333333333333335f64, 0.26666666666666666f64, 0.4833333333333333f64, 0.6666666666666667f64, 0.9666666666666667f64, 0.7999999999999999f64, 2.0666666666666664f64] }
-- input { [0f64] [4f64] [0f64] [2f64] } output { [0.5f64] [0.5f64] [0.5f64] }
-- input { empty([0]f64) empty([0]f64) empty([0]f64) empty([0]f64) } output { empty([0]f64) empty([0]f64) empty([0]f64) }

-- ==
-- entry: put
-- input { 9i64 10i32 100f64 105f64 0.05f64 0.2f64 1f64 }
-- output { [48.44745613004629f64, 35.589677957490885f64, 24.597458072414735f64, 14.345869879344491f64, 6.255629208347678f64, 2.0104931031450755f64, 0.4929623697174852f64, 0.09371655340707241f64, 0.0f64] }

type system [n] = {lower: [n]f64, diagonal: [n]f64, upper: [n]f64, right: [n]f64}

def thomas [n] ({lower, diagonal, upper, right}: system [n]) : *[n]f64 =
  let (cs, ds) =
    loop (cs, ds) = (replicate n 0, replicate n 0) for i < n do
      let (c, d) = if i == 0 then (0, 0) else (cs[i - 1], ds[i - 1])
      let m = diagonal[i] - lower[i] * c
      let cs[i] = upper[i] / m
      let ds[i] = (right[i] - lower[i] * d) / m
      in (cs, ds)
  in loop xs = ds for k < n - 1 do
       let i = n - 2 - k
       let xs[i] = xs[i] - cs[i] * xs[i + 1]
       in xs

-- | Three scans: of 2 by 2 matrices, and of linear functions there and back.
def by_scans [n] (s: system [n]) : [n]f64 =
  if n == 0 then [] :> [n]f64 else
  let mul (a0, a1, a2, a3) (b0, b1, b2, b3) : (f64, f64, f64, f64) =
    let v = 1 / (a0 * b0)
    in ((b0 * a0 + b1 * a2) * v, (b0 * a1 + b1 * a3) * v, (b2 * a0 + b3 * a2) * v, (b2 * a1 + b3 * a3) * v)
  let lin (b1: f64, x1: f64) (b2, x2) = (x2 * b1 + b2, x1 * x2)
  let start = s.diagonal[0]
  let mats = map3 (\i (l, b) u -> if i == 0 then (1, 0, 0, 1) else (b, -(l * u), 1, 0))
                  (iota n) (zip s.lower s.diagonal) (rotate (-1) s.upper)
  let ms = scan mul (1, 0, 0, 1) mats
  let ds = map (\(a, b, c, d) -> (a * start + b) / (c * start + d)) ms
  let forward = map3 (\i y (l, d) -> if i == 0 then (y, 0) else (y, -l / d)) (iota n) s.right (zip s.lower (rotate (-1) ds))
  let ys = scan lin (0, 1) forward |> map (\(a, b) -> a + b * 0)
  let ends = ys[n - 1] / ds[n - 1]
  let backward = map3 (\i (y, d) u -> let d' = d in if i == n - 1 then (0, 1) else (y / d', -u / d')) (iota n) (zip ys ds) s.upper
  in scan lin (0, 1) (reverse backward) |> map (\(a, b) -> a + b * ends) |> reverse

-- | Each step doubles the distance of the equations that are coupled.
def cyclic [n] (s: system [n]) : [n]f64 =
  let zero = {lower = 0, diagonal = 1, upper = 0, right = 0}
  let step (d: i64) (rows: [n]{lower: f64, diagonal: f64, upper: f64, right: f64}) =
    let at i = if i < 0 || i >= n then zero else rows[i]
    in tabulate n (\i ->
         let (p, r, q) = (at (i - d), at i, at (i + d))
         let (alpha, gamma) = (-r.lower / p.diagonal, -r.upper / q.diagonal)
         in {lower = alpha * p.lower,
             diagonal = r.diagonal + alpha * p.upper + gamma * q.lower,
             upper = gamma * q.upper,
             right = r.right + alpha * p.right + gamma * q.right})
  let rows = map4 (\lower diagonal upper right -> {lower, diagonal, upper, right}) s.lower s.diagonal s.upper s.right
  let (rows, _) = loop (rows, d) = (rows, 1) while d < n do (step d rows, d * 2)
  in map (\r -> r.right / r.diagonal) rows

entry solve [n] (lower: [n]f64) (diagonal: [n]f64) (upper: [n]f64) (right: [n]f64) : ([n]f64, [n]f64, [n]f64) =
  let s : system [n] = {lower, diagonal, upper, right}
  in (thomas s, by_scans s, cyclic s)

-- | A European put by the method of Crank and Nicolson on a grid of logarithms.
entry put (n: i64) (steps: i32) (spot: f64) (strike: f64) (rate: f64) (sigma: f64) (time: f64) : [n]f64 =
  let width = 6 * sigma * f64.sqrt time
  let mu = rate - 0.5 * sigma ** 2
  let xs = tabulate n (\i -> mu * time - width / 2 + f64.i64 i * width / f64.i64 (n - 1))
  let dx = xs[1] - xs[0]
  let dt = time / f64.i32 steps
  let (alpha, beta) = (0.5 * sigma ** 2 / dx ** 2, mu / (2 * dx))
  let (lo, mid, up) = (alpha - beta, -2 * alpha - rate, alpha + beta)
  let inner i = i > 0 && i < n - 1
  let only f i = if inner i then -0.5 * dt * f else 0
  in #[sequential_outer]
     loop u = map (\x -> f64.max 0 (strike - spot * f64.exp x)) xs for _i < steps do
       thomas {lower = tabulate n (only lo),
               diagonal = tabulate n (\i -> 1 + only mid i),
               upper = tabulate n (only up),
               right = tabulate n (\i -> if inner i then u[i] + 0.5 * dt * (lo * u[i - 1] + mid * u[i] + up * u[i + 1]) else u[i])}
