;; passes: prove simplify dead-code
;; What a loop hands on as it is, in whatever order and through branches, is what it was at the start; what grows by 1 at
;; most stays below the counter; what a while loop is entered with holds in it.
fun sizes (n : i64) (m : i64) (xs : [n]i64) (ys : [m]i64) (turns : i64) (flag : bool) -> (ok : bool) (after : bool) =
  let (same : bool) = n == m
  let (d : cert) = assert same "sizes {} and {}" (n, m)
  let (p2 : i64) (as2 : [p2]i64) (q2 : i64) (bs2 : [q2]i64) (ok : bool) =
    loop (p : i64 = n) (as : [p]i64 = xs) (q : i64 = m) (bs : [q]i64 = ys) (ok : bool = true) for i < turns do
      let (equal : bool) = p == m
      let (fine : bool) = equal & ok
      let (k : i64) (cs : [k]i64) = if flag then in (q, bs) else in (m, ys)
      in (k, cs, p, as, fine)
  let (after : bool) = p2 == q2
  in (ok, after)

fun kept (n : i64) (xs : [n]i64) (*ys : [n]i64) -> (*zs : [n]i64) (k : i64) (fits : bool) =
  let (zs : [n]i64) (k : i64) =
    loop (zs : [n]i64 = ys) (k : i64 = 0) for i < n do
      let (x : i64) = xs[i]
      let (c : bool) = x > 0
      let (us : [n]i64) (next : i64) =
        if c then
          let (a : bool) = 0 <= k
          let (b : bool) = k < n
          let (both : bool) = a & b
          let (d : cert) = assert both "index {}" (k)
          let (us : [n]i64) = <d> zs with [k] = x
          let (next : i64) = k + 1
          in (us, next)
        else in (zs, k)
      in (us, next)
  let (fits : bool) = k <= n
  in (zs, k, fits)

fun found (n : i64) (xs : [n]i64) (x : i64) -> (at : i64) (natural : bool) =
  let (some : bool) = 0 < n
  let (stops : bool) (at : i64) =
    loop (goes : bool = some) (i : i64 = 0) while goes do
      let (a : bool) = 0 <= i
      let (b : bool) = i < n
      let (both : bool) = a & b
      let (d : cert) = assert both "index {}" (i)
      let (y : i64) = <d> xs[i]
      let (other : bool) = y != x
      let (next : i64) = i + 1
      let (inside : bool) = next < n
      let (goes2 : bool) = if inside then in (other) else in (false)
      in (goes2, next)
  let (natural : bool) = 0 <= at
  in (at, natural)

fun main () -> (a : bool) (b : bool) (k : i64) (fits : bool) (z : i64) (at : i64) =
  let (xs : [4]i64) = [10, -20, 30, -40]
  let (ys : [4]i64) = iota 4
  let (a : bool) (b : bool) = call sizes (4, 4, xs, ys, 3, true)
  let (zs : [4]i64) (k : i64) (fits : bool) = call kept (4, xs, ys)
  let (z : i64) = zs[1]
  let (at : i64) (natural : bool) = call found (4, xs, 30)
  in (a, b, k, fits, z, at)

entry main = main () -> (bool, bool, i64, bool, i64, i64)
