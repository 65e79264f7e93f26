;; passes: dead-code
;; Parameters of loops that only serve themselves and each other go, with what computes them; not what is asserted, what
;; ends a loop, and sizes of what stays.
fun served (n : i64) (k : i64) (xs : [k]i64) -> (r : i64) =
  let (r : i64) (a2 : i64) (b2 : i64) (q2 : i64) (ys : [q2]i64) =
    loop (r : i64 = 1) (a : i64 = 2) (b : i64 = 3) (q : i64 = k) (ys : [q]i64 = xs) for i < n do
      let (s : i64) = r + i
      let (a3 : i64) = b * 2
      let (b3 : i64) = a - i
      let (zs : [q]i64) = copy ys
      in (s, a3, b3, q, zs)
  in (r)

fun needed (n : i64) -> (r : i64) =
  let (r : i64) (a2 : i64) (go2 : bool) (b2 : i64) =
    loop (r : i64 = 1) (a : i64 = 2) (go : bool = true) (b : i64 = 9) while go do
      let (s : i64) = r * 2
      let (a3 : i64) = a + 1
      let (c : bool) = a3 < 100
      let (d : cert) = assert c "at {}" (a3)
      let (more : bool) = s < n
      let (b3 : i64) = b + s
      in (s, a3, more, b3)
  in (r)

fun main () -> (a : i64) (b : i64) =
  let (xs : [2]i64) = iota 2
  let (a : i64) = call served (5, 2, xs)
  let (b : i64) = call needed (50)
  in (a, b)

entry main = main () -> (i64, i64)
