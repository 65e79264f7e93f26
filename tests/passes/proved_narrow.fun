;; passes: prove simplify dead-code
;; An `i64` that is known to fit into an `i32` is the same by way of one: here by an assertion, and as a counter below it. The
;; last one may be too large.
fun narrow (n : i64) (xs : [n]i64) (k : i64) -> (a : i64) (ys : [n]i64) (b : i64) =
  let (fits : bool) = n <= 2147483647
  let (small : cert) = assert fits "{} is too large" (n)
  let (short : i32) = <small> convert i32 n
  let (a : i64) = convert i64 short
  let (ys : [n]i64) = map n (xs) (\(i : i64) (x : i64) ->
      let (at : i32) = convert i32 i
      let (back : i64) = convert i64 at
      let (below : bool) = back < n
      let (inside : cert) = assert below "index {}" (back)
      let (y : i64) = <inside> xs[back]
      in (y))
  let (cut : i32) = convert i32 k
  let (b : i64) = convert i64 cut
  in (a, ys, b)

fun main () -> (a : i64) (y : i64) (b : i64) =
  let (xs : [3]i64) = [10, 20, 30]
  let (a : i64) (ys : [3]i64) (b : i64) = call narrow (3, xs, 4294967297)
  let (y : i64) = ys[1]
  in (a, y, b)

entry main = main () -> (i64, i64, i64)
