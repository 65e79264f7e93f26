;; passes: simplify dead-code
;; A map of another length, which is known to be the same, is a map of that length; so are numbers that are counted. What may
;; fail, what is used elsewhere too and what reads an array that is overwritten stays.
fun same (n : i64) (m : i64) (xs : [n]i64) (d : i64) -> (a : [m]i64) (b : [m]i32) (c : [m]i64) (e : [n]i64) (f : [m]i64) =
  let (equal : bool) = n == m
  let (cert : cert) = assert equal "{} is not {}" (n, m)
  let (ys : [n]i64) = map n (xs) (\(x : i64) ->
      let (y : i64) = x * d
      in (y))
  let (a : [m]i64) = <cert> reshape [m] ys
  let (count : [n]i32) = iota n 1i32 2i32
  let (b : [m]i32) = <cert> reshape [m] count
  let (quotients : [n]i64) = map n (xs) (\(x : i64) ->
      let (some : bool) = x != 0
      let (fine : cert) = assert some "division by zero" ()
      let (y : i64) = <fine> quot d x
      in (y))
  let (c : [m]i64) = <cert> reshape [m] quotients
  let (e : [n]i64) = map n (xs) (\(x : i64) ->
      let (y : i64) = x + d
      in (y))
  let (f : [m]i64) = <cert> reshape [m] e
  in (a, b, c, e, f)

fun main () -> (a : i64) (b : i32) (c : i64) (e : i64) (f : i64) =
  let (xs : [3]i64) = [1, 2, 5]
  let (as : [3]i64) (bs : [3]i32) (cs : [3]i64) (es : [3]i64) (fs : [3]i64) = call same (3, 3, xs, 60)
  let (a : i64) = as[1]
  let (b : i32) = bs[1]
  let (c : i64) = cs[1]
  let (e : i64) = es[1]
  let (f : i64) = fs[1]
  in (a, b, c, e, f)

entry main = main () -> (i64, i32, i64, i64, i64)
