;; passes: simplify dead-code
;; A reduction of one row may give the row itself: the result is a copy, since it is overwritten; so it is of no rows.
fun rows (xss : [1][3]i64) (none : [0][3]i64) (start : [3]i64) -> (*r : [3]i64) (*s : [3]i64) (*t : [1]i64) =
  let (last : [3]i64) = reduce 1 (xss) (\(a : [3]i64) (b : [3]i64) -> in (b)) (start)
  let (r : [3]i64) = last with [0] = 7i64
  let (first : [3]i64) = reduce 0 (none) (\(c : [3]i64) (d : [3]i64) -> in (c)) (start)
  let (s : [3]i64) = first with [1] = 8i64
  let (t : [1]i64) = map 1 (xss) (\(xs : [3]i64) -> let (x : i64) = xs[2] let (y : i64) = x + 1 in (y))
  in (r, s, t)

fun main () -> (a : i64) (b : i64) (c : i64) (d : i64) (e : i64) (f : i64) =
  let (row : [3]i64) = [1, 2, 3]
  let (xss : [1][3]i64) = [row]
  let (none : [0][3]i64) = replicate [0] row
  let (start : [3]i64) = [4, 5, 6]
  let (r : [3]i64) (s : [3]i64) (t : [1]i64) = call rows (xss, none, start)
  let (a : i64) = r[0]
  let (b : i64) = r[1]
  let (c : i64) = s[0]
  let (d : i64) = s[1]
  let (e : i64) = t[0]
  let (f : i64) = start[1]
  in (a, b, c, d, e, f)

entry main = main () -> (i64, i64, i64, i64, i64, i64)
