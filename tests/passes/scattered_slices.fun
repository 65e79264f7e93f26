;; passes: prove
;; Scatters that write a slice: from an asserted start on, at a stride, one column of rows, and a diagonal. What stays: one
;; that may be out of bounds, one whose values are computed, and one that writes a single place.
fun slices (n : i64) (k : i64) (m : i64) (vs : [m]i64) (*xs : [n]i64) (*ys : [n]i64) (*rows : [n][2]i64) -> (a : [n]i64) (b : [n]i64) (c : [n][2]i64) =
  let (last : i64) = k + m
  let (below : bool) = last <= n
  let (above : bool) = 0 <= k
  let (both : bool) = above & below
  let (fine : cert) = assert both "{} elements from {}" (m, k)
  let (a : [n]i64) = <fine> scatter m (vs) (\(i : i64) (v : i64) ->
      let (at : i64) = i + k
      in (at, v)) into 1 (xs)
  let (half : bool) = m <= 4
  let (enough : bool) = 9 <= n
  let (spread : bool) = half & enough
  let (wide : cert) = assert spread "{} elements" (m)
  let (b : [n]i64) = <wide> scatter m (vs) (\(i : i64) (v : i64) ->
      let (twice : i64) = i * 2
      let (at : i64) = twice + 1
      in (at, v)) into 1 (ys)
  let (c : [n][2]i64) = <fine> scatter m (vs) (\(i : i64) (v : i64) ->
      let (at : i64) = k + i
      in (at, 1i64, v)) into 2 (rows)
  in (a, b, c)

fun others (n : i64) (m : i64) (vs : [m]i64) (*xs : [n]i64) (*ys : [m]i64) (*zs : [m]i64) (*rows : [m][m]i64) -> (a : [n]i64) (b : [m]i64) (c : [m]i64) (d : [m][m]i64) =
  let (a : [n]i64) = scatter m (vs) (\(i : i64) (v : i64) ->
      let (at : i64) = i + 1
      in (at, v)) into 1 (xs)
  let (b : [m]i64) = scatter m (vs) (\(i : i64) (v : i64) ->
      let (w : i64) = v * 3
      in (i, w)) into 1 (ys)
  let (c : [m]i64) = scatter m (vs) (\(i : i64) (v : i64) -> in (0i64, v)) into 1 (zs)
  let (d : [m][m]i64) = scatter m (vs) (\(i : i64) (v : i64) -> in (i, i, v)) into 2 (rows)
  in (a, b, c, d)

fun main () -> (a4 : i64) (b3 : i64) (c3 : i64) (d2 : i64) (e1 : i64) (f0 : i64) (g3 : i64) =
  let (vs : [2]i64) = [10, 20]
  let (xs : [9]i64) = replicate [9] 0i64
  let (ys : [9]i64) = replicate [9] 0i64
  let (rows : [9][2]i64) = replicate [9, 2] 0i64
  let (a : [9]i64) (b : [9]i64) (c : [9][2]i64) = call slices (9, 3, 2, vs, xs, ys, rows)
  let (ps : [3]i64) = replicate [3] 0i64
  let (qs : [2]i64) = replicate [2] 0i64
  let (rs : [2]i64) = replicate [2] 0i64
  let (square : [2][2]i64) = replicate [2, 2] 0i64
  let (d : [3]i64) (e : [2]i64) (f : [2]i64) (g : [2][2]i64) = call others (3, 2, vs, ps, qs, rs, square)
  let (a4 : i64) = a[4]
  let (b3 : i64) = b[3]
  let (c3 : i64) = c[3, 1]
  let (d2 : i64) = d[2]
  let (e1 : i64) = e[1]
  let (f0 : i64) = f[0]
  let (g3 : i64) = g[1, 1]
  in (a4, b3, c3, d2, e1, f0, g3)

entry main = main () -> (i64, i64, i64, i64, i64, i64, i64)
