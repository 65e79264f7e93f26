;; passes: prove simplify dead-code
;; Integers that are clamped by `min` and `max` or by branches, remainders, bytes and halves are known to be within bounds.
fun clamped (n : i64) (xs : [n]i64) (w : i64) -> (*ys : [n]i64) =
  let (last : i64) = n - 1
  let (ys : [n]i64) = map n () (\(i : i64) ->
      let (far : i64) = i + w
      let (low : i64) = min last far
      let (at : i64) = max 0 low
      let (a : bool) = 0 <= at
      let (b : bool) = at < n
      let (c : bool) = a & b
      let (d : cert) = assert c "index {} of {}" (at, n)
      let (x : i64) = <d> xs[at]
      let (under : bool) = far < 0
      let (place : i64) = if under then in (0) else
          let (over : bool) = far >= n
          let (high : i64) = if over then in (last) else in (far)
          in (high)
      let (a2 : bool) = 0 <= place
      let (b2 : bool) = place < n
      let (c2 : bool) = a2 & b2
      let (d2 : cert) = assert c2 "index {} of {}" (place, n)
      let (y : i64) = <d2> xs[place]
      let (some : bool) = n != 0
      let (e : cert) = assert some "zero"
      let (rest : i64) = <e> far % n
      let (a3 : bool) = 0 <= rest
      let (b3 : bool) = rest < n
      let (c3 : bool) = a3 & b3
      let (d3 : cert) = assert c3 "index {} of {}" (rest, n)
      let (z : i64) = <d3> xs[rest]
      let (next : i64) = i + n
      let (half : i64) = next / 2
      let (b4 : bool) = half < n
      let (a4 : bool) = half >= i
      let (c4 : bool) = a4 & b4
      let (d4 : cert) = assert c4 "index {} of {}" (half, n)
      let (u : i64) = <d4> xs[half]
      let (s : i64) = x + y
      let (t : i64) = s + z
      let (v : i64) = t + u
      in (v))
  in (ys)

fun bytes (n : i64) (text : [n]u8) (table : [256]i64) -> (*ys : [n]i64) =
  let (ys : [n]i64) = map n (text) (\(c : u8) ->
      let (at : i64) = convert i64 c
      let (a : bool) = 0 <= at
      let (b : bool) = at < 256
      let (both : bool) = a & b
      let (d : cert) = assert both "index {}" (at)
      let (x : i64) = <d> table[at]
      in (x))
  in (ys)

;; Of a conjunction the second part is asked where the first one holds, and a disjunction where it does not.
fun beside (n : i64) (i : i64) (xs : [n]i64) -> (a : bool) (b : bool) =
  let (positive : bool) = 0 < i
  let (natural : bool) = 0 <= i
  let (a : bool) = positive & natural
  let (small : bool) = i < n
  let (large : bool) = i >= n
  let (b : bool) = small | large
  in (a, b)

fun main () -> (a : i64) (b : i64) (c : bool) (d : bool) =
  let (xs : [4]i64) = [10, 20, 30, 40]
  let (ys : [4]i64) = call clamped (4, xs, -2)
  let (zs : [4]i64) = call clamped (4, xs, 7)
  let (a : i64) = ys[0]
  let (b : i64) = zs[3]
  let (c : bool) (d : bool) = call beside (4, 2, xs)
  in (a, b, c, d)

entry main = main () -> (i64, i64, bool, bool)
