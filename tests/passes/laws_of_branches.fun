;; passes: simplify dead-code
;; Known and repeated conditions, equal branches and results, branches that are logic.
fun branches (c : bool) (d : bool) (x : i64) (y : i64) -> (a : i64) (b : i64) (e : bool) (f : bool) (g : i64) (h : i64) =
  let (both : bool) = and c d
  let (a : i64) =
    if both
    then
      let (p : i64) = if d then let (q : i64) = x + y in (q) else in (x)
      in (p)
    else
      let (p : i64) = if both then in (x) else let (q : i64) = x - y in (q)
      in (p)
  let (b : i64) = if c then let (p : i64) = x * y in (p) else let (q : i64) = x * y in (q)
  let (e : bool) = if c then in (true) else let (less : bool) = x < y in (less)
  let (f : bool) = if c then in (false) else in (true)
  let (g : i64) (h : i64) = if f then in (x, y) else in (x, x)
  in (a, b, e, f, g, h)

fun main () -> (a : i64) (b : i64) (e : bool) (f : bool) (g : i64) (h : i64) (a2 : i64) (e2 : bool) (h2 : i64) =
  let (a : i64) (b : i64) (e : bool) (f : bool) (g : i64) (h : i64) = call branches (true, true, 3, 4)
  let (a2 : i64) (b2 : i64) (e2 : bool) (f2 : bool) (g2 : i64) (h2 : i64) = call branches (false, true, 3, 4)
  in (a, b, e, f, g, h, a2, e2, h2)

entry main = main () -> (i64, i64, bool, bool, i64, i64, i64, bool, i64)
