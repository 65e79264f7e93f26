-- Runge-Kutta of order four over any vector space, given as a record of its operations.
-- ==
-- entry: attractor
-- input { 100i32 1.0f64 1.0f64 1.0f64 }
-- output { -9.378615807236296f64 -8.357059955292339f64 29.362403750125733f64 }
-- input { 0i32 1.0f64 2.0f64 3.0f64 } output { 1.0f64 2.0f64 3.0f64 }

-- ==
-- entry: decay
-- input { [1.0f64, 0.5f64, 0.0f64] [10.0f64, 10.0f64, 3.0f64] 20i32 }
-- output { [1.353352832366127f64, 3.6787944117144233f64, 3.0f64] }
-- input { empty([0]f64) empty([0]f64) 20i32 } output { empty([0]f64) }

-- ==
-- entry: path
-- input { 4i64 0.5f64 }
-- output { [[1.0f64, 0.0f64], [0.8776041666666666f64, -0.47916666666666663f64], [0.54058837890625f64, -0.8410373263888888f64], [0.07142556155169455f64, -0.9971297935203269f64]] }
-- input { 0i64 0.5f64 } output { empty([0][2]f64) }

type^ space 'v = {add: v -> v -> v, scale: f64 -> v -> v}

def step 'v (s: space v) (f: f64 -> v -> v) (h: f64) (t: f64, y: v) : (f64, v) =
  let at k c = s.add y (s.scale (c * h) k)
  let k1 = f t y
  let k2 = f (t + h / 2) (at k1 0.5)
  let k3 = f (t + h / 2) (at k2 0.5)
  let k4 = f (t + h) (at k3 1)
  let slope = s.scale (1 / 6) (s.add k1 (s.add (s.scale 2 (s.add k2 k3)) k4))
  in (t + h, s.add y (s.scale h slope))

def solve 'v (s: space v) (f: f64 -> v -> v) (h: f64) (n: i32) (y: v) : v =
  (iterate n (step s f h) (0, y)).1

type point = {x: f64, y: f64, z: f64}

def points : space point =
  { add = \a b -> {x = a.x + b.x, y = a.y + b.y, z = a.z + b.z}
  , scale = \k a -> {x = k * a.x, y = k * a.y, z = k * a.z}
  }

def vectors (n: i64) : space ([n]f64) = {add = map2 (+), scale = \k -> map (k *)}

def lorenz (_: f64) ({x, y, z}: point) : point =
  {x = 10 * (y - x), y = x * (28 - z) - y, z = x * y - 8 / 3 * z}

entry attractor (n: i32) (x: f64) (y: f64) (z: f64) : (f64, f64, f64) =
  let p = solve points lorenz 0.01 n {x, y, z}
  in (p.x, p.y, p.z)

-- | Exponential decay, each with a rate of its own.
entry decay [n] (rates: [n]f64) (amounts: [n]f64) (steps: i32) : [n]f64 =
  solve (vectors n) (\_ ys -> map2 (\r y -> -r * y) rates ys) 0.1 steps amounts

-- | The whole path of an oscillator.
entry path (n: i64) (h: f64) : [n][2]f64 =
  let pairs : space (f64, f64) =
    {add = \(a, b) (c, d) -> (a + c, b + d), scale = \k (a, b) -> (k * a, k * b)}
  let (_, rows) =
    loop (state, rows) = ((0, (1, 0)), replicate n [0, 0]) for i < n do
      let rows[i] = [state.1.0, state.1.1]
      in (step pairs (\_ (p, v) -> (v, -p)) h state, rows)
  in rows
