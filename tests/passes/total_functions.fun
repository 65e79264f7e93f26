;; passes: hoist-work cse dead-code
;; `poly` neither fails nor runs forever, `root` may: calls of `poly` that do not vary leave loops, where nothing may have
;; failed before, and equal ones become one; an unused one goes. Calls of `root` stay where they are. Equal branches
;; become one, too.
fun square (x : i64) -> (y : i64) = let (y : i64) = x * x in (y)

fun poly (x : i64) (n : i64) (xs : [n]i64) -> (y : i64) =
  let (a : i64) = call square (x)
  let (y : i64) = reduce n (xs) (\(p : i64) (q : i64) -> let (r : i64) = p + q in (r)) (0i64)
  let (z : i64) = a + y
  in (z)

fun root (x : i64) -> (y : i64) =
  let (fine : bool) = x >= 0
  let (c : cert) = assert fine "no root of {}" (x)
  let (y : i64) = <c> x / 2
  in (y)

fun run (n : i64) (xs : [n]i64) (x : i64) (c : bool) -> (a : i64) (b : i64) (d : i64) (e : i64) (f : i64) =
  let (a : i64) =
    loop (a : i64 = 0) for i : i64 < n do
      let (p : i64) = call poly (x, n, xs)
      let (r : i64) = call root (x)
      let (s : i64) = p + r
      let (t : i64) = a * s
      in (t)
  let (b : i64) = call poly (x, n, xs)
  let (d : i64) = call poly (x, n, xs)
  let (unused : i64) = call poly (b, n, xs)
  let (e : i64) = if c then let (u : i64) = x / 3 in (u) else in (b)
  let (f : i64) = if c then let (v : i64) = x / 3 in (v) else in (d)
  in (a, b, d, e, f)

fun main () -> (a : i64) (b : i64) (d : i64) (e : i64) (f : i64) =
  let (xs : [3]i64) = [1i64, 2i64, 3i64]
  let (a : i64) (b : i64) (d : i64) (e : i64) (f : i64) = call run (3, xs, 7, true)
  in (a, b, d, e, f)

entry main = main () -> (i64, i64, i64, i64, i64)
