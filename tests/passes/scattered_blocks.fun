;; passes: prove
;; Scatters whose indices a nest of maps makes: two blocks on a diagonal of a matrix, and every second row. What stays: one
;; of which two elements may have the same place.
fun blocks (b : i64) (k : i64) (n : i64) (vs : [k][b][b]i64) (*xs : [n][n]i64) -> (ys : [n][n]i64) =
  let (side : i64) = k * b
  let (inside : bool) = side <= n
  let (fine : cert) = assert inside "{} blocks" (k)
  let (rows : [k][b][b]i64) (columns : [k][b][b]i64) = map k () (\(p : i64) ->
      let (first : i64) = p * b
      let (rows : [b][b]i64) (columns : [b][b]i64) = map b () (\(i : i64) ->
          let (row : i64) = first + i
          let (same : [b]i64) = replicate [b] row
          let (columns : [b]i64) = map b () (\(j : i64) ->
              let (column : i64) = first + j
              in (column))
          in (same, columns))
      in (rows, columns))
  let (some : i64) = k * b
  let (all : i64) = some * b
  let (exact : i64) = mul_sat some b
  let (agrees : bool) = all == exact
  let (flat : cert) = assert agrees "{} blocks" (k)
  let (is : [all]i64) = <flat> reshape [all] rows
  let (js : [all]i64) = <flat> reshape [all] columns
  let (values : [all]i64) = <flat> reshape [all] vs
  let (ys : [n][n]i64) = <fine> scatter all (is, js, values) (\(i : i64) (j : i64) (v : i64) -> in (i, j, v)) into 2 (xs)
  in (ys)

fun lines (vs : [6][2]i64) (ws : [6]i64) (*xs : [12][2]i64) (*zs : [4]i64) -> (ys : [12][2]i64) (us : [4]i64) =
  let (places : [2][3]i64) = map 2 () (\(i : i64) ->
      let (first : i64) = i * 6
      let (row : [3]i64) = map 3 () (\(j : i64) ->
          let (twice : i64) = j * 2
          let (at : i64) = first + twice
          in (at))
      in (row))
  let (is : [6]i64) = reshape [6] places
  let (ys : [12][2]i64) = scatter 6 (is, vs) (\(i : i64) (v : [2]i64) ->
      let (next : i64) = i + 1
      in (next, v)) into 1 (xs)
  let (sums : [2][3]i64) = map 2 () (\(i : i64) ->
      let (row : [3]i64) = map 3 () (\(j : i64) ->
          let (at : i64) = i + j
          in (at))
      in (row))
  let (js : [6]i64) = reshape [6] sums
  let (us : [4]i64) = scatter 6 (js, ws) (\(i : i64) (v : i64) -> in (i, v)) into 1 (zs)
  in (ys, us)

fun main () -> (a : i64) (b : i64) (c : i64) (d : i64) (e : i64) =
  let (vs : [2][2][2]i64) = replicate [2, 2, 2] 7i64
  let (xs : [5][5]i64) = replicate [5, 5] 0i64
  let (ys : [5][5]i64) = call blocks (2, 2, 5, vs, xs)
  let (a : i64) = ys[1, 1]
  let (b : i64) = ys[3, 2]
  let (c : i64) = ys[1, 2]
  let (pairs : [6][2]i64) = replicate [6, 2] 3i64
  let (ones : [6]i64) = replicate [6] 1i64
  let (to : [12][2]i64) = replicate [12, 2] 0i64
  let (four : [4]i64) = replicate [4] 0i64
  let (written : [12][2]i64) (summed : [4]i64) = call lines (pairs, ones, to, four)
  let (d : i64) = written[11, 1]
  let (e : i64) = written[10, 1]
  in (a, b, c, d, e)

entry main = main () -> (i64, i64, i64, i64, i64)
