;; passes: simplify dead-code
;; Concatenations, slices of parts, copies of what nobody else has, elements of arrays that are being made.
fun arrays (n : i64) (v : i64) -> (b : i64) (*r : [b]i64) (s : i64) (t : i64) (*u : [3]i64) (w : i64) =
  let (xs : [n]i64) = replicate [n] v
  let (ys : [4]i64) = replicate [4] v
  let (none : [0]i64) = iota 0
  let (b : i64) = n + 4
  let (r : [b]i64) = concat (xs, none, ys)
  let (is : [10]i64) = iota 10
  let (js : [5]i64) = is[1 : 5 : 2]
  let (s : i64) = js[v]
  let (three : [3]i64) = [v, n, 7]
  let (same : [3]i64) = copy three
  let (later : [3]i64) = same with [0] = s
  let (last : [3]i64) = later with [1] = 9
  let (t : i64) = last[0]
  let (alike : [3]i64) = [v, v, v]
  let (u : [3]i64) = copy alike
  let (fs : [3]i64) = [n, v, n]
  let (gs : [4]i64) = [n, n, v, v]
  let (parts : [7]i64) = concat (fs, gs)
  let (mid : [2]i64) = parts[4 : 2]
  let (w : i64) = mid[1]
  in (b, r, s, t, u, w)

fun main () -> (b : i64) (r : [b]i64) (s : i64) (t : i64) (three : i64) (u : [three]i64) (w : i64) =
  let (b : i64) (r : [b]i64) (s : i64) (t : i64) (u : [3]i64) (w : i64) = call arrays (2, 3)
  in (b, r, s, t, 3i64, u, w)

entry main = main () -> ([]i64, i64, i64, []i64, i64)
