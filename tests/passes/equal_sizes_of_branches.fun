;; passes: simplify dead-code
;; The size that both sides compute is computed before them, and is the size of the arrays of both.
fun either (c : bool) (n : i64) -> (k : i64) (*xs : [k]i64) =
  let (k : i64) (xs : [k]i64) =
    if c then
      let (a : i64) = n + 1
      let (ys : [a]i64) = iota a
      in (a, ys)
    else
      let (b : i64) = n + 1
      let (zs : [b]i64) = replicate [b] 7i64
      in (b, zs)
  in (k, xs)

fun counted () -> (k : i64) (*xs : [k]i64) =
  let (k : i64) (xs : [k]i64) = call either (true, 3)
  in (k, xs)

fun filled () -> (k : i64) (*xs : [k]i64) =
  let (k : i64) (xs : [k]i64) = call either (false, 3)
  in (k, xs)

entry counted = counted () -> []i64
entry filled = filled () -> []i64
