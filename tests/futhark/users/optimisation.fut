-- Optimisation: the simplex method on a tableau, golden section, gradient descent, annealing of a tour with fixed random numbers.
-- ==
-- entry: simplex
-- input { [[1.0f64, 1.0f64], [1.0f64, 3.0f64]] [4.0f64, 6.0f64] [3.0f64, 2.0f64] }
-- output { 12.0f64 [4.0f64, 0.0f64] }
-- input { [[2.0f64, 1.0f64], [1.0f64, 3.0f64]] [10.0f64, 15.0f64] [3.0f64, 5.0f64] }
-- output { 29.0f64 [3.0f64, 4.0f64] }
-- input { [[-1.0f64, 0.0f64]] [1.0f64] [1.0f64, 0.0f64] } error: 

-- ==
-- entry: golden
-- input { -5.0f64 5.0f64 } output { 1.3700394750525633f64 }

-- ==
-- entry: bowl
-- input { [1.0f64, -2.0f64, 3.0f64] } output { [1.0f64, -2.0f64, 3.0f64] }
-- input { empty([0]f64) } output { empty([0]f64) }

-- ==
-- entry: anneal
-- input { [[0.0f64, 15.0f64, 30.0f64, 10.0f64, 25.0f64, 15.0f64], [15.0f64, 0.0f64, 16.0f64, 8.0f64, 11.0f64, 6.0f64], [30.0f64, 16.0f64, 0.0f64, 23.0f64, 8.0f64, 15.0f64], [10.0f64, 8.0f64, 23.0f64, 0.0f64, 18.0f64, 13.0f64], [25.0f64, 11.0f64, 8.0f64, 18.0f64, 0.0f64, 10.0f64], [15.0f64, 6.0f64, 15.0f64, 13.0f64, 10.0f64, 0.0f64]] 1u32 300i32 }
-- output { 67.0f64 }
-- input { [[0.0f64, 15.0f64, 30.0f64, 10.0f64, 25.0f64, 15.0f64], [15.0f64, 0.0f64, 16.0f64, 8.0f64, 11.0f64, 6.0f64], [30.0f64, 16.0f64, 0.0f64, 23.0f64, 8.0f64, 15.0f64], [10.0f64, 8.0f64, 23.0f64, 0.0f64, 18.0f64, 13.0f64], [25.0f64, 11.0f64, 8.0f64, 18.0f64, 0.0f64, 10.0f64], [15.0f64, 6.0f64, 15.0f64, 13.0f64, 10.0f64, 0.0f64]] 99u32 50i32 }
-- output { 72.0f64 }

-- | max c x with a x <= b, b >= 0, by Bland's rule: (value, x).
entry simplex [m][n] (a: [m][n]f64) (b: [m]f64) (c: [n]f64) : (f64, [n]f64) =
  let width = n + m + 1
  let rows = map3 (\i row r -> row ++ tabulate m (\j -> f64.bool (i == j)) ++ [r] :> [width]f64) (iota m) a b
  let costs = map f64.neg c ++ replicate m 0 ++ [0] :> [width]f64
  let table = rows ++ [costs]
  let first (p: f64 -> bool) (xs: []f64) =
    loop i = 0 while i < length xs && !(p xs[i]) do i + 1
  let (table, basis) =
    loop (t, basis) = (table, map (+ n) (iota m)) while any (< -1e-9) (init t[m]) do
      let e = first (< -1e-9) (init t[m])
      let ratio i = if t[i, e] > 1e-9 then t[i, width - 1] / t[i, e] else f64.inf
      let better (r, k, i) (s, l, j) : (f64, i64, i64) =
        if r < s || (r == s && k < l) then (r, k, i) else (s, l, j)
      let (r, _, l) = reduce better (f64.inf, i64.highest, -1) (map2 (\i k -> (ratio i, k, i)) (iota m) basis)
      let l = assert (r < f64.inf) l
      let pivot = map (/ t[l, e]) t[l]
      let t = map2 (\i row -> if i == l then pivot else map2 (\x p -> x - row[e] * p) row pivot) (iota (m + 1)) t
      in (t, basis with [l] = e)
  let x = scatter (replicate (n + m) 0) basis (map last (init table :> [m][width]f64))
  in (last (last table), take n x)

entry golden (lo: f64) (hi: f64) : f64 =
  let f x = (x - 2) ** 4 + x
  let g = (f64.sqrt 5 - 1) / 2
  let (a, b) =
    loop (a, b) = (lo, hi) while b - a > 1e-9 do
      let (c, d) = (b - g * (b - a), a + g * (b - a))
      in if f c < f d then (a, d) else (c, b)
  in (a + b) / 2

def descend [n] (gradient: [n]f64 -> [n]f64) (rate: f64) (x: [n]f64) : [n]f64 =
  map2 (\a g -> a - rate * g) x (gradient x)

entry bowl [n] (centre: [n]f64) : [n]f64 =
  iterate 200 (descend (\x -> map2 (\a c -> 2 * (a - c)) x centre) 0.1) (replicate n 0)

type rng = {state: u32}
def draw (r: rng) : (rng, u32) =
  let state = r.state * 1664525 + 1013904223
  in (r with state = state, state >> 16)

def tour_length [n] (d: [n][n]f64) (t: [n]i64) : f64 = f64.sum (map2 (\i j -> d[i, j]) t (rotate 1 t))

entry anneal [n] (d: [n][n]f64) (seed: u32) (steps: i32) : f64 =
  let (_, _, _, best, _) =
    loop (t, r, c, best, temperature) = (iota n, {state = seed}, tour_length d (iota n), tour_length d (iota n), 10)
    for _k < steps do
      let (r, a) = draw r
      let (r, b) = draw r
      let (r, u) = draw r
      let (a, b) = (i64.u32 a % n, i64.u32 b % n)
      let (i, j) = (i64.min a b, i64.max a b)
      let t' = tabulate n (\k -> if k >= i && k <= j then t[i + j - k] else t[k])
      let c' = tour_length d t'
      let accept = c' < c || f64.exp ((c - c') / temperature) > f64.u32 u / 65536
      let (t, c) = if accept then (t', c') else (t, c)
      in (t, r, c, f64.min best c, temperature * 0.99)
  in best
