;; passes: simplify dead-code
;; Elements and slices of parts that are known by a counter or by the sizes before them, lines of a reshaped array, parts
;; of given elements and of equal rows, slices side by side, equal elements in another shape.
fun parts (n : i64) (m : i64) (k : i64) (xs : [n]i64) (ys : [m]i64) (zs : [k]i64) (row : [4]i64) -> (b : i64) (c : i64) (d : i64) (e : i64) (*g : [n]i64) (h : i64) (*t : [3][2]i64) =
  let (nm : i64) = n + m
  let (nmk : i64) = nm + k
  let (all : [nmk]i64) = concat (xs, ys, zs)
  let (b : i64) =
    traverse m () (\(i : i64) -> let (at : i64) = n + i let (x : i64) = all[at] in (x))
      reduce (\(p : i64) (q : i64) -> let (s : i64) = p + q in (s)) (0)
  let (second : [m]i64) = all[n : m]
  let (c : i64) = reduce m (second) (\(p : i64) (q : i64) -> let (s : i64) = p + q in (s)) (1)
  let (table : [2][2]i64) = reshape [2, 2] row
  let (column : [2]i64) = table[0 : 2, 1]
  let (d : i64) = column[k]
  let (given : [5]i64) = [n, m, k, 7, 8]
  let (some : [2]i64) = given[1 : 2 : 2]
  let (e : i64) = some[k]
  let (rest : i64) = n - 1
  let (first : [1]i64) = xs[0 : 1]
  let (later : [rest]i64) = xs[1 : rest]
  let (g : [n]i64) = concat (first, later)
  let (rows : [9][4]i64) = replicate [9] row
  let (one : [2]i64) = rows[k, 1 : 2]
  let (h : i64) = one[k]
  let (flat : [6]i64) = replicate [6] h
  let (t : [3][2]i64) = reshape [3, 2] flat
  in (b, c, d, e, g, h, t)

fun main () -> (b : i64) (c : i64) (d : i64) (e : i64) (g0 : i64) (h : i64) (t : i64) =
  let (xs : [3]i64) = [2, 3, 4]
  let (ys : [2]i64) = [10, 20]
  let (zs : [1]i64) = [7]
  let (row : [4]i64) = [5, 6, 7, 8]
  let (b : i64) (c : i64) (d : i64) (e : i64) (g : [3]i64) (h : i64) (ts : [3][2]i64) = call parts (3, 2, 1, xs, ys, zs, row)
  let (g0 : i64) = g[2]
  let (t : i64) = ts[2, 1]
  in (b, c, d, e, g0, h, t)

entry main = main () -> (i64, i64, i64, i64, i64, i64, i64)
