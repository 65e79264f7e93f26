;; passes: simplify dead-code
;; Parts of views with strides of their own are parts of the array. What was written over itself is not what was written.

fun elements (n : i64) (xs : [20]i64) (i : i64) -> (a : i64) (b : i64) (c : i64) =
  let (v : [3][4]i64) = xs[2 : {(3 : 4)(4 : 1)}]
  let (a : i64) = v[1, i]
  let (row : [4]i64) = v[2, 0 : 4]
  let (b : i64) = row[3]
  let (column : [3]i64) = v[0 : 3, 1]
  let (c : i64) = column[i]
  in (a, b, c)

fun parts (n : i64) (xs : [20][2]i64) -> (*r : [3][2]i64) (*s : [2][2][2][2]i64) (*t : [2][2]i64) (*u : [2][2]i64) =
  let (v : [3][4][2]i64) = xs[2 : {(3 : 4)(4 : 1)}, 0 : 2]
  let (line : [3][2]i64) = v[0 : 3, 1, 0 : 2]
  let (r : [3][2]i64) = copy line
  let (w : [2][2][2][2]i64) = v[0 : {(2 : 1)(2 : 1)}, 0 : 2 : 2, 0 : 2]
  let (s : [2][2][2][2]i64) = copy w
  let (tail : [10][2]i64) = xs[19 : 10 : -2, 0 : 2]
  let (p : [2][2][2]i64) = tail[1 : {(2 : 3)(2 : 0)}, 0 : 2]
  let (q : [2][2]i64) = p[0 : 2, 1, 0 : 2]
  let (t : [2][2]i64) = copy q
  let (o : [2][2]i64) = p[1, 0 : 2, 0 : 2]
  let (u : [2][2]i64) = copy o
  in (r, s, t, u)

fun written (*xs : [5]i64) (vs : [2][2]i64) -> (*r : [2][2]i64) (*s : [3][2]i64) =
  let (ys : [5]i64) = xs with [1 : {(2 : 1)(2 : 1)}] = vs
  let (w : [2][2]i64) = ys[1 : {(2 : 1)(2 : 1)}]
  let (r : [2][2]i64) = copy w
  let (zeros : [5]i64) = replicate [5] 0
  let (z : [3][2]i64) = zeros[0 : {(3 : 1)(2 : 0)}]
  let (s : [3][2]i64) = copy z
  in (r, s)

fun main () -> (a : i64) (b : i64) (c : i64) (*n : i64) (*m : i64) (*r : [n][m]i64) (*k : i64) (*l : i64) (*s : [k][l]i64) =
  let (four : [4]i64) = [6, 7, 8, 9]
  let (vs : [2][2]i64) = reshape [2, 2] four
  let (xs : [5]i64) = iota 5
  let (r : [2][2]i64) (z : [3][2]i64) = call written (xs, vs)
  let (flat : [40]i64) = iota 40
  let (rows : [20][2]i64) = reshape [20, 2] flat
  let (column : [20]i64) = rows[0 : 20, 1]
  let (a : i64) (b : i64) (c : i64) = call elements (20, column, 2)
  let (p : [3][2]i64) (s : [2][2][2][2]i64) (t : [2][2]i64) (u : [2][2]i64) = call parts (20, rows)
  let (many : [16]i64) = reshape [16] s
  let (pairs : [8][2]i64) = reshape [8, 2] many
  let (all : [15][2]i64) = concat (p, pairs, t, u)
  in (a, b, c, 2, 2, r, 15, 2, all)

entry main = main () -> (i64, i64, i64, [][]i64, [][]i64)
