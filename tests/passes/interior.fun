;; passes: interior
;; Sums with the row above and the column before in a border, of which only the interior is used. What stays: an array
;; that is used as a whole, and one whose border reads what is overwritten.
fun inner (n : i64) (before : [n]i64) -> (*a : [n][n]i64) =
  let (m : i64) = n + 1
  let (made : [m][m]i64) = map m () (\(i : i64) ->
      let (row : [m]i64) = map m () (\(j : i64) ->
          let (first : bool) = i == 0
          let (x : i64) = if first then in (1) else
            let (left : bool) = j == 0
            let (y : i64) = if left then
              let (up : i64) = i - 1
              let (z : i64) = before[up]
              in (z) else in (0)
            in (y)
          in (x))
      in (row))
  let (all : [m][m]i64) = loop (cells : [m][m]i64 = made) for i : i64 < n do
      let (below : i64) = i + 1
      let (next : [m][m]i64) = loop (row : [m][m]i64 = cells) for j : i64 < n do
          let (right : i64) = j + 1
          let (up : i64) = row[i, right]
          let (left : i64) = row[below, j]
          let (sum : i64) = up + left
          let (last : [m][m]i64) = row with [below, right] = sum
          in (last)
      in (next)
  let (part : [n][n]i64) = all[1 : n, 1 : n]
  let (a : [n][n]i64) = copy part
  in (a)

fun others (n : i64) (*xs : [n]i64) -> (a : i64) (b : i64) (*c : [n]i64) =
  let (m : i64) = n + 1
  let (made : [m]i64) = map m () (\(i : i64) ->
      let (first : bool) = i == 0
      let (x : i64) = if first then in (n) else in (0)
      in (x))
  let (all : [m]i64) = loop (sums : [m]i64 = made) for i : i64 < n do
      let (below : i64) = i + 1
      let (up : i64) = sums[i]
      let (x : i64) = xs[i]
      let (sum : i64) = up + x
      let (next : [m]i64) = sums with [below] = sum
      in (next)
  let (part : [n]i64) = all[1 : n]
  let (a : i64) = reduce n (x <- part) (\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) (0)
  let (b : i64) = reduce m (x <- all) (\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) (0)
  let (bordered : [m]i64) = map m () (\(i : i64) ->
      let (first : bool) = i == 0
      let (x : i64) = if first then
        let (y : i64) = xs[0]
        in (y) else in (0)
      in (x))
  let (zs : [n]i64) = xs with [0] = 100
  let (ws : [m]i64) = loop (sums : [m]i64 = bordered) for i : i64 < n do
      let (below : i64) = i + 1
      let (up : i64) = sums[i]
      let (x : i64) = zs[i]
      let (sum : i64) = up + x
      let (next : [m]i64) = sums with [below] = sum
      in (next)
  let (rest : [n]i64) = ws[1 : n]
  let (c : [n]i64) = copy rest
  in (a, b, c)

fun main () -> (a : i64) (b : i64) (c : i64) (d : i64) =
  let (numbers : [3]i64) = iota 3
  let (as : [3][3]i64) = call inner (3, numbers)
  let (own : [3]i64) = copy numbers
  let (b : i64) (c : i64) (ds : [3]i64) = call others (3, own)
  let (a : i64) = as[2, 1]
  let (d : i64) = ds[1]
  in (a, b, c, d)

entry main = main () -> (i64, i64, i64, i64)
