;; passes: simplify dead-code
;; Terms that cancel in sums and comparisons, signs, extremes of extremes; all of it also where numbers wrap.
fun terms (x : i32) (y : i32) (z : i32) -> (a : i32) (b : bool) (c : bool) (d : bool) (e : i32) (f : i32) (g : i32) (h : i32) =
  let (xy : i32) = x + y
  let (zx : i32) = z + x
  let (a : i32) = xy - zx
  let (b : bool) = xy == zx
  let (c : bool) = xy != y
  let (less : i32) = x - y
  let (d : bool) = less == 0i32
  let (minus : i32) = neg y
  let (e : i32) = z - minus
  let (f : i32) = minus + z
  let (large : i32) = max x y
  let (g : i32) = min large x
  let (h : i32) = max large y
  in (a, b, c, d, e, f, g, h)

fun choices (x : i32) (y : i32) (c : bool) -> (a : i32) (b : i32) (d : i32) (e : i32) =
  let (less : bool) = x < y
  let (a : i32) = if less then in (x) else in (y)
  let (more : bool) = x >= y
  let (b : i32) = if more then in (x) else in (y)
  let (d : i32) (e : i32) =
    if c
    then
      let (p : i32) = x + y
      let (q : i32) = p * 3i32
      let (r : i32) = q - x
      in (r, q)
    else
      let (p2 : i32) = x + y
      let (q2 : i32) = p2 * 3i32
      in (p2, q2)
  in (a, b, d, e)

fun main () -> (a : i32) (b : bool) (c : bool) (d : bool) (e : i32) (f : i32) (g : i32) (h : i32) (k : i32) (l : i32) (m : i32) (n : i32) =
  let (a : i32) (b : bool) (c : bool) (d : bool) (e : i32) (f : i32) (g : i32) (h : i32) =
    call terms (2147483647i32, 5i32, -9i32)
  let (k : i32) (l : i32) (m : i32) (n : i32) = call choices (4i32, -6i32, false)
  in (a, b, c, d, e, f, g, h, k, l, m, n)

entry main = main () -> (i32, bool, bool, bool, i32, i32, i32, i32, i32, i32, i32, i32)
