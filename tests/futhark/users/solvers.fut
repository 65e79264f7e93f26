-- Solvers that take functions in records: root finders with their reasons to stop, Nelder and Mead, annealing, a small simplex tableau.
-- ==
-- entry: roots
-- input { 100i32 } output { [0i32,0,-1] [1.4142135623730951f64, 1.4781702664303213f64, f64.nan] }
-- input { 3i32 } output { [3i32,3,-1] [1.375f64, 1.375f64, f64.nan] }

-- ==
-- entry: rosenbrock
-- input { 200i32 } output { true }
-- input { 2i32 } output { false }

-- ==
-- entry: simplex
-- input { [[1f64,1],[1,3]] [4f64,6] [3f64,2] } output { 12f64 [4f64,0] }
-- input { [[2f64,1],[1,3],[1,0]] [18f64,42,7] [3f64,2] } output { 33.6f64 [2.4f64,13.2] }

type outcome 't = #found t | #gave_up {best: t, steps: i32} | #bad_start
type^ problem 'x = {value: x -> f64, near: x -> x -> bool, limit: i32}

def bisect (p: problem f64) (lo: f64) (hi: f64) : outcome f64 =
  let (a, b) = (p.value lo, p.value hi)
  in if a * b > 0 then #bad_start
     else let (lo, hi, k) =
            loop (lo, hi, k) = (lo, hi, 0) while k < p.limit && !(p.near lo hi) do
              let m = (lo + hi) / 2
              in if p.value m * a <= 0 then (lo, m, k + 1) else (m, hi, k + 1)
          in if p.near lo hi then #found ((lo + hi) / 2) else #gave_up {best = (lo + hi) / 2, steps = k}

def outcome 'a 'b (f: a -> b) (o: outcome a) : outcome b =
  match o
  case #found x -> #found (f x)
  case #gave_up {best, steps} -> #gave_up {best = f best, steps}
  case #bad_start -> #bad_start

def code (o: outcome f64) : (i32, f64) =
  match o
  case #found x -> (0, x)
  case #gave_up {best = x, steps = k} -> (k, x)
  case #bad_start -> (-1, f64.nan)

entry roots (limit: i32) : ([3]i32, [3]f64) =
  let near a b = f64.abs (a - b) < 1e-9
  let find f = bisect {value = f, near, limit}
  in unzip (map code [find (\x -> x * x - 2) 0 2,
                      find (\x -> f64.cos x - x) 0 1 |> outcome (* 2),
                      find (\x -> x * x + 1) (-1) 1])

def sort_by_value [n] 'a (xs: [n](f64, a)) : [n](f64, a) =
  let rank i (x: f64) = i64.sum (map2 (\j (y, _) -> i64.bool (y < x || (y == x && j < i))) (iota n) xs)
  in scatter (copy xs) (map2 (\i (x, _) -> rank i x) (iota n) xs) xs

def nelder_mead [d] (f: [d]f64 -> f64) (start: [d]f64) (steps: i32) : ([d]f64, f64) =
  let point (p: [d]f64) = (f p, p)
  let simplex = [point start] ++ tabulate d (\i -> point (map2 (\j x -> if i == j then x + 0.5 else x) (iota d) start))
  let mix a (p: [d]f64) (q: [d]f64) = map2 (\x y -> x + a * (y - x)) p q
  let step (s: [1 + d](f64, [d]f64)) =
    let s = sort_by_value s
    let centre = map (\k -> f64.sum (map (\(_, p: [d]f64) -> p[k]) (take d (s :> [d + 1](f64, [d]f64)))) / f64.i64 d) (iota d)
    let (worst, w) = s[d]
    let r = point (mix (-1) centre w)
    in if r.0 < s[0].0
       then let e = point (mix (-2) centre w) in copy s with [d] = if e.0 < r.0 then e else r
       else if r.0 < s[d - 1].0 then copy s with [d] = r
       else let c = point (mix 0.5 centre w)
            in if c.0 < worst then copy s with [d] = c
               else map (\(_, p) -> point (mix 0.5 s[0].1 p)) s
  let (v, p) = (sort_by_value (iterate steps step simplex))[0]
  in (p, v)

entry rosenbrock (steps: i32) : bool =
  let (p, v) = nelder_mead (\p -> (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2) [-1, 1] steps
  in all (\x -> f64.abs (x - 1) < 1e-3) p && v < 1e-6

-- | The greatest c x with a x <= b and x >= 0 (b >= 0): the value and x.
entry simplex [n][m] (a: [n][m]f64) (b: [n]f64) (c: [m]f64) : (f64, [m]f64) =
  let width = m + n + 1
  let rows = map3 (\i row r -> row ++ tabulate n (\j -> f64.bool (i == j)) ++ [r]) (iota n) a b :> [n][width]f64
  let goal = map f64.neg c ++ replicate (n + 1) 0 :> [width]f64
  let (rows, goal, basis, _) =
    loop (rows, goal, basis, running) = (rows, goal, map (+ m) (iota n), true) while running do
      let (best, j) = reduce (\(x, i) (y, k) -> if x <= y then (x, i) else (y, k)) (f64.inf, -1) (zip goal (iota width))
      in if best >= -1e-12 then (rows, goal, basis, false)
         else let ratio (row: [width]f64) = if row[j] > 1e-12 then row[width - 1] / row[j] else f64.inf
              let (q, i) = reduce (\(x, i) (y, k) -> if x <= y then (x, i) else (y, k)) (f64.inf, n) (zip (map ratio rows) (iota n))
              let _ = assert (q < f64.inf) ()
              let pivot = map (/ rows[i, j]) rows[i]
              let clear (row: [width]f64) = map2 (\x p -> x - row[j] * p) row pivot
              in (map2 (\k row -> if k == i then pivot else clear row) (iota n) rows, clear goal, basis with [i] = j, true)
  let x = scatter (replicate (m + n) 0) basis (map last rows)
  in (goal[width - 1], take m x)
