-- sizes: 6
-- The factorisation of a symmetric, positive definite matrix.
import "../futhark/applications/factorisations"

entry main (n: i64) : [n][n]f64 =
  cholesky (tabulate_2d n n (\i j -> if i == j then f64.i64 (n + i) else 1 / f64.i64 (1 + i + j)))
