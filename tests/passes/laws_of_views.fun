;; passes: simplify dead-code
;; A slice of a slice, a column of the transposed array, permutations and reshapes that undo each other, and elements
;; that are read through all of them.
fun views (n : i64) (m : i64) (xs : [n][m]i64) (i : i64) -> (a : i64) (b : i64) (c : i64) (d : i64) =
  let (k : i64) = n - 2
  let (part : [k][m]i64) = xs[1 : k, 0 : m]
  let (row : [m]i64) = part[i, 0 : m]
  let (a : i64) = row[1]
  let (turned : [m][n]i64) = transpose xs
  let (column : [m]i64) = turned[0 : m, i]
  let (b : i64) = column[2]
  let (back : [n][m]i64) = transpose turned
  let (all : i64) = n * m
  let (flat : [all]i64) = reshape [all] back
  let (again : [n][m]i64) = reshape [n, m] flat
  let (c : i64) = again[i, 2]
  let (ys : [12]i64) = iota 12 100 10
  let (table : [3][4]i64) = reshape [3, 4] ys
  let (d : i64) = table[i, 3]
  in (a, b, c, d)

fun main () -> (a : i64) (b : i64) (c : i64) (d : i64) =
  let (is : [12]i64) = iota 12
  let (xs : [4][3]i64) = reshape [4, 3] is
  let (a : i64) (b : i64) (c : i64) (d : i64) = call views (4, 3, xs, 1)
  in (a, b, c, d)

entry main = main () -> (i64, i64, i64, i64)
