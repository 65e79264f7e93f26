;; passes: simplify dead-code
;; Identities, constants that meet, cancelling sums, divisions by powers of two, comparisons and conversions; floats
;; keep what would round differently or lose -0 and NaN.
fun integers (x : i32) (y : i32) -> (a : i32) (b : i32) (c : i32) (d : i32) (e : i32) (f : bool) =
  let (x1 : i32) = x + 7i32
  let (x2 : i32) = x1 - 9i32
  let (a : i32) = x2 + 0i32
  let (s : i32) = x + y
  let (b : i32) = s - x
  let (c : i32) = x / 8i32
  let (d : i32) = x % 8i32
  let (e : i32) = quot x 8i32
  let (low : bool) = x < y
  let (f : bool) = not low
  in (a, b, c, d, e, f)

fun floats (x : f64) -> (a : f64) (b : f64) (c : f64) (d : f64) (e : bool) =
  let (a : f64) = x + 0.0f64
  let (b : f64) = x / 8.0f64
  let (c : f64) = x / 10.0f64
  let (d1 : f64) = x * 1.0f64
  let (d : f64) = d1 - 0.0f64
  let (low : bool) = x < x
  let (e : bool) = not low
  in (a, b, c, d, e)

fun conversions (x : i32) (u : u8) -> (a : i32) (b : i64) (c : i64) =
  let (wide : i64) = convert i64 x
  let (a : i32) = convert i32 wide
  let (v : u16) = convert u16 u
  let (b : i64) = convert i64 v
  let (bits : u32) = convert u32 x
  let (c : i64) = convert i64 bits
  in (a, b, c)

fun main () -> (a : i32) (b : i32) (c : i32) (d : i32) (e : i32) (f : bool) (g : f64) (h : f64) (i : f64) (j : f64) (k : bool) (l : i32) (m : i64) (n : i64) =
  let (a : i32) (b : i32) (c : i32) (d : i32) (e : i32) (f : bool) = call integers (-13i32, 5i32)
  let (g : f64) (h : f64) (i : f64) (j : f64) (k : bool) = call floats (-0.0f64)
  let (l : i32) (m : i64) (n : i64) = call conversions (-13i32, 200u8)
  in (a, b, c, d, e, f, g, h, i, j, k, l, m, n)

entry main = main () -> (i32, i32, i32, i32, i32, bool, f64, f64, f64, f64, bool, i32, i64, i64)
