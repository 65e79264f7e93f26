-- Conjugate gradients on a sparse matrix in CSR form; products by row with a loop and by segmented sums.
-- ==
-- entry: poisson
-- input { [1.0f64, 2.0f64, -3.0f64, 4.0f64, 0.5f64] }
-- output { [2.0833333333333335f64, 3.1666666666666665f64, 2.25f64, 4.333333333333333f64, 2.4166666666666665f64] }
-- input { [3.0f64] } output { [1.5f64] }
-- input { empty([0]f64) } output { empty([0]f64) }

-- ==
-- entry: poisson_flat
-- input { [1.0f64, 2.0f64, -3.0f64, 4.0f64, 0.5f64] }
-- output { [2.0833333333333335f64, 3.1666666666666665f64, 2.25f64, 4.333333333333333f64, 2.4166666666666665f64] }
-- input { [3.0f64] } output { [1.5f64] }

-- ==
-- entry: few_steps
-- input { [1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64, 1.0f64] }
-- output { true }

type csr [n][m] = {starts: [n + 1]i64, columns: [m]i64, values: [m]f64}

def multiply [n][m] (a: csr [n][m]) (x: [n]f64) : [n]f64 =
  tabulate n (\i ->
    loop s = 0 for k in a.starts[i]..<a.starts[i + 1] do s + a.values[k] * x[a.columns[k]])

def multiply_flat [n][m] ({starts, columns, values}: csr [n][m]) (x: [n]f64) : [n]f64 =
  let products = map2 (\c v -> v * x[c]) columns values
  let running = [0] ++ scan (+) 0 products
  in map2 (\from to -> running[to] - running[from]) (init starts :> [n]i64) (tail starts :> [n]i64)

def (<.>) [n] (x: [n]f64) (y: [n]f64) : f64 = reduce (+) 0 (map2 (*) x y)
def (<+>) [n] (x: [n]f64) (y: [n]f64) : [n]f64 = map2 (+) x y
def (*.) [n] (k: f64) (x: [n]f64) : [n]f64 = map (k *) x

def conjugate_gradient [n] (product: [n]f64 -> [n]f64) (b: [n]f64) : ([n]f64, i32) =
  let (x, _, _, _, steps) =
    loop (x, r, p, rr, steps) = (replicate n 0, b, b, b <.> b, 0i32)
    while rr > 1e-20 && steps < 1000 do
      let q = product p
      let alpha = rr / (p <.> q)
      let x = x <+> (alpha *. p)
      let r = r <+> (-alpha *. q)
      let next = r <.> r
      in (x, r, r <+> ((next / rr) *. p), next, steps + 1)
  in (x, steps)

-- | The matrix of the second difference in one dimension.
def laplace (n: i64) : csr [n][3 * n] =
  { starts = map (3 *) (iota (n + 1))
  , columns = flatten (tabulate n (\i -> [i64.max 0 (i - 1), i, i64.min (n - 1) (i + 1)])) :> [3 * n]i64
  , values = flatten (tabulate n (\i -> [f64.bool (i > 0) * -1, 2, f64.bool (i < n - 1) * -1])) :> [3 * n]f64
  }

entry poisson [n] (b: [n]f64) : [n]f64 = (conjugate_gradient (multiply (laplace n)) b).0
entry poisson_flat [n] (b: [n]f64) : [n]f64 = (conjugate_gradient (multiply_flat (laplace n)) b).0
entry few_steps [n] (b: [n]f64) : bool = (conjugate_gradient (multiply (laplace n)) b).1 <= i32.i64 n + 2
