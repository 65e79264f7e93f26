;; passes: tidy
;; What one pass finds the next one puts to use: equal traversals are one, so that their reads are, so that the branch is
;; known, so that the assertion goes.
fun main () -> (r : i64) (s : i64) =
  let (xs : [4]i64) = [4, 3, 2, 1]
  let (r : i64) (s : i64) = call both (4, xs, 2)
  in (r, s)

fun both (n : i64) (xs : [n]i64) (i : i64) -> (r : i64) (s : i64) =
  let (a : i64) = reduce n (xs) (\(p : i64) (q : i64) -> let (t : i64) = p * q in (t)) (1)
  let (b : i64) = reduce n (xs) (\(v : i64) (w : i64) -> let (t : i64) = v * w in (t)) (1)
  let (c : bool) = a == b
  let (d : cert) = assert c "{} and {}" (a, b)
  let (low : bool) = 0 <= i
  let (high : bool) = i < n
  let (in_range : bool) = and low high
  let (e : cert) = assert in_range "index {}" (i)
  let (x : i64) = <d, e> xs[i]
  let (y : i64) = if c then in (x) else in (a)
  in (x, y)

entry main = main () -> (i64, i64)
