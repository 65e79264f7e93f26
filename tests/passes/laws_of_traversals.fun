;; passes: simplify dead-code
;; Equal inputs become one (NOVA, section 5), inputs that are known, results that do not vary, one element of a map,
;; and operations of one element, of none, and on equal elements.
fun traversals (n : i64) (xs : [n]i64) (v : i64) (c : bool) -> (*a : [n]i64) (b : i64) (d : i64) (e : bool) (m : i64) (*f : [m]i64) (g : f64) (h : i64) =
  let (is : [n]i64) = iota n 5 2
  let (vs : [n]i64) = replicate [n] v
  let (a : [n]i64) = map n (xs, xs, is, vs) (\(x : i64) (y : i64) (i : i64) (w : i64) ->
      let (p : i64) = x - w
      let (q : i64) = y - w
      let (r : i64) = p * q
      let (s : i64) = r + i
      in (s))
  let (squares : [n]i64) = map n (xs) (\(x : i64) -> let (y : i64) = x * x in (y))
  let (b : i64) = squares[1]
  let (same : [n]i64) (fixed : [n]i64) = map n (xs) (\(x : i64) -> in (x, v))
  let (d1 : i64) = same[2]
  let (d2 : i64) = fixed[2]
  let (d : i64) = d1 + d2
  let (cs : [n]bool) = replicate [n] c
  let (e : bool) = reduce n (cs) (\(p : bool) (q : bool) -> let (r : bool) = and p q in (r)) (true)
  let (m : i64) (f : [m]i64) = filter n (xs) (\(x : i64) -> let (y : i64) = x + v in (true, y))
  let (zero : [1]f64) = [-0.0f64]
  let (g : f64) = reduce 1 (zero) (\(p : f64) (q : f64) -> let (r : f64) = p + q in (r)) (0.0f64)
  let (none : [0]i64) = iota 0
  let (h : i64) = reduce 0 (none) (\(p : i64) (q : i64) -> let (r : i64) = quot p q in (r)) (1i64)
  in (a, b, d, e, m, f, g, h)

fun main () -> (three : i64) (a : [three]i64) (b : i64) (d : i64) (e : bool) (m : i64) (f : [m]i64) (g : f64) (h : i64) =
  let (xs : [3]i64) = [2, 3, 4]
  let (a : [3]i64) (b : i64) (d : i64) (e : bool) (m : i64) (f : [m]i64) (g : f64) (h : i64) = call traversals (3, xs, 7, false)
  in (3i64, a, b, d, e, m, f, g, h)

entry main = main () -> ([]i64, i64, i64, bool, []i64, f64, i64)
