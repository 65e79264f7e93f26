;; passes: cse dead-code
;; Branches, loops and filters that are computed twice are computed once, with the sizes that they bind.
fun twice (c : bool) (n : i64) (m : i64) (xs : [n]i64) -> (a : i64) (b : i64) (same : bool) (d : i64) =
  let (k : i64) = if c then let (s : i64) = n + m in (s) else in (n)
  let (l : i64) = if c then let (t : i64) = n + m in (t) else in (n)
  let (a : i64) = k + l
  let (p : i64) = loop (s : i64 = 1) for i < n do let (x : i64) = xs[i] let (t : i64) = s * x in (t)
  let (q : i64) = loop (s2 : i64 = 1) for j < n do let (y : i64) = xs[j] let (t2 : i64) = s2 * y in (t2)
  let (b : i64) = p + q
  let (u : i64) (us : [u]i64) = filter n (xs) (\(x : i64) -> let (g : bool) = x > m in (g, x))
  let (v : i64) (vs : [v]i64) = filter n (xs) (\(x2 : i64) -> let (g2 : bool) = x2 > m in (g2, x2))
  let (same : bool) = u == v
  let (some : bool) = 0 < u
  let (d : i64) = if some then let (w : i64) = us[0] let (w2 : i64) = vs[0] let (w3 : i64) = w + w2 in (w3) else in (0)
  in (a, b, same, d)

fun main () -> (a : i64) (b : i64) (same : bool) (d : i64) =
  let (xs : [3]i64) = [2, 3, 4]
  let (a : i64) (b : i64) (same : bool) (d : i64) = call twice (true, 3, 2, xs)
  in (a, b, same, d)

entry main = main () -> (i64, i64, bool, i64)
