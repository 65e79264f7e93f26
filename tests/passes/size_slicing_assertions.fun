;; passes: slice
;; The size relies on the second assertion. The first one comes before it, so the shape has both, and fails as the
;; function would have; the third is about values only. The values have all three.
fun every (step : i64) (at : i64) (n : i64) (xs : [n]i64) -> (size : i64) (*ys : [size]i64) =
  let (inside : bool) = at < n
  let (first : cert) = assert inside "nothing at {}" (at)
  let (x : i64) = <first> xs[at]
  let (moves : bool) = step > 0
  let (second : cert) = assert moves "a step of {}" (step)
  let (size : i64) = <second> n / step
  let (fine : bool) = x > 0
  let (third : cert) = assert fine "{} is not positive" (x)
  let (ys : [size]i64) = <second, third> xs[0 : size : step]
  let (own : [size]i64) = copy ys
  in (size, own)

fun both (step : i64) (at : i64) -> (total : i64) =
  let (xs : [6]i64) = iota 6
  let (a : i64) (as : [a]i64) = call every (step, at, 6, xs)
  let (b : i64) (bs : [b]i64) = call every (1, 1, 6, xs)
  let (total : i64) = a * 10 + b
  in (total)

fun fine () -> (total : i64) = let (total : i64) = call both (2, 1) in (total)
fun first () -> (total : i64) = let (total : i64) = call both (0, 7) in (total)
fun second () -> (total : i64) = let (total : i64) = call both (0, 0) in (total)
fun third () -> (total : i64) = let (total : i64) = call both (2, 0) in (total)
entry fine = fine () -> i64
entry first = first () -> i64
entry second = second () -> i64
entry third = third () -> i64
