-- Cholesky and QR factorisations, written into the matrices that they consume.
-- ==
-- entry: lower
-- input { [[47.0f64, 10.0f64, 32.0f64, -14.0f64], [10.0f64, 25.0f64, 8.0f64, 14.0f64], [32.0f64, 8.0f64, 33.0f64, -2.0f64], [-14.0f64, 14.0f64, -2.0f64, 37.0f64]] }
-- output { [[6.855654600401044f64, 0.0f64, 0.0f64, 0.0f64], [1.4586499149789456f64, 4.782503572976388f64, 0.0f64, 0.0f64], [4.667679727932626f64, 0.24913506984807224f64, 3.3392660382812576f64, 0.0f64], [-2.042109880970524f64, 3.55017474533503f64, 1.9906895060947587f64, 4.0327660237053315f64]] }
-- input { [[9.0f64]] } output { [[3.0f64]] }
-- input { empty([0][0]f64) } output { empty([0][0]f64) }

-- ==
-- entry: lower_ok
-- input { [[47.0f64, 10.0f64, 32.0f64, -14.0f64], [10.0f64, 25.0f64, 8.0f64, 14.0f64], [32.0f64, 8.0f64, 33.0f64, -2.0f64], [-14.0f64, 14.0f64, -2.0f64, 37.0f64]] }
-- output { true }

-- ==
-- entry: factors
-- input { [[1.0f64, 2.0f64], [3.0f64, 4.0f64], [5.0f64, 7.0f64]] }
-- output { [[0.1690308509457033f64, 0.9486832980505138f64], [0.50709255283711f64, -0.31622776601683816f64], [0.8451542547285166f64, 0.0f64]] [[5.916079783099616f64, 8.282511696339462f64], [0.0f64, 0.632455532033676f64]] }

-- ==
-- entry: factors_ok
-- input { [[1.0f64, 2.0f64], [3.0f64, 4.0f64], [5.0f64, 7.0f64]] } output { true }
-- input { [[3.0f64, 1.0f64, 3.0f64, 5.0f64], [-2.0f64, -1.0f64, -1.0f64, 4.0f64], [2.0f64, 3.0f64, 1.0f64, 4.0f64], [-5.0f64, 2.0f64, -2.0f64, 1.0f64]] }
-- output { true }
-- input { [[2.0f64]] } output { true }

def dot [n] (xs: [n]f64) (ys: [n]f64) : f64 = f64.sum (map2 (*) xs ys)

def matmul [n][m][p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\row -> map (dot row) (transpose b)) a

-- | The lower triangle whose product with its transpose is the symmetric matrix a.
def cholesky [n] (a: [n][n]f64) : *[n][n]f64 =
  loop l = replicate n (replicate n 0) for j < n do
    let diagonal = f64.sqrt (a[j, j] - dot l[j, :j] l[j, :j])
    let below = map (\i -> (a[i, j] - dot l[i, :j] l[j, :j]) / diagonal) ((j + 1)..<n)
    let l[j, j] = diagonal
    let l[j + 1:, j] = below :> [n - (j + 1)]f64
    in l

-- | Modified Gram-Schmidt on the columns.
def qr [n][m] (a: [n][m]f64) : ([n][m]f64, [m][m]f64) =
  let (columns, r) =
    loop (q, r): (*[m][n]f64, *[m][m]f64) = (copy (transpose a), replicate m (replicate m 0)) for j < m do
      let norm = f64.sqrt (dot q[j] q[j])
      let unit = map (/ norm) q[j]
      let r[j, j] = norm
      let q[j] = unit
      in loop (q, r) for k in (j + 1)..<m do
           let c = dot unit q[k]
           let next = map2 (\x u -> x - c * u) q[k] unit
           in (q with [k] = next, r with [j, k] = c)
  in (transpose columns, r)

def close [n][m] (a: [n][m]f64) (b: [n][m]f64) : bool =
  map2 (\r s -> map2 (\x y -> f64.abs (x - y) < 1e-9) r s |> and) a b |> all id

entry lower [n] (a: [n][n]f64) : [n][n]f64 = cholesky a

entry lower_ok [n] (a: [n][n]f64) : bool =
  let l = cholesky a
  in close (matmul l (transpose l)) a

entry factors [n][m] (a: [n][m]f64) : ([n][m]f64, [m][m]f64) = qr a

entry factors_ok [n][m] (a: [n][m]f64) : bool =
  let (q, r) = qr a
  let unit = tabulate_2d m m (\i j -> if i == j then 1 else 0f64)
  in close (matmul q r) a && close (matmul (transpose q) q) unit
