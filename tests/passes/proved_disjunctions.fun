;; passes: prove simplify dead-code
;; What is asserted of a view is that all of it is in bounds, or that it has no element. Where there is an element, in a
;; traversal or a branch, the bounds are known.
fun traversed (n : i64) (xs : [n]i64) (start : i64) (count : i64) (as : [count]i64) -> (*ys : [count]i64) =
  let (none : bool) = count == 0
  let (low : bool) = 0 <= start
  let (end : i64) = start + count
  let (high : bool) = end <= n
  let (first : bool) = start < n
  let (near : bool) = low & first
  let (inside : bool) = near & high
  let (fine : bool) = none | inside
  let (c : cert) = assert fine "view from {}" (start)
  let (ys : [count]i64) = <c> map count () (\(i : i64) ->
      let (at : i64) = start + i
      let (a : bool) = 0 <= at
      let (b : bool) = at < n
      let (both : bool) = a & b
      let (d : cert) = assert both "index {}" (at)
      let (x : i64) = <d> xs[at]
      in (x))
  in (ys)

fun chosen (n : i64) (xs : [n]i64) (start : i64) (count : i64) -> (*x : i64) (*fits : bool) =
  let (some : bool) = 0 < count
  let (none : bool) = not some
  let (low : bool) = 0 <= start
  let (high : bool) = start < n
  let (inside : bool) = low & high
  let (fine : bool) = none | inside
  let (c : cert) = assert fine "view from {}" (start)
  let (x : i64) =
    if some then
      let (d : cert) = assert inside "index {}" (start)
      let (e : bool) = start <= n
      let (f : cert) = assert e "index {}" (start)
      let (x : i64) = <c, d, f> xs[start]
      in (x)
    else in (0)
  let (fits : bool) = start <= n
  in (x, fits)
