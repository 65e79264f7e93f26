;; passes: simplify dead-code
;; Loops that run once or never, parameters that stay or only count (also where they wrap around), loops that only copy,
;; sizes that a check before the loop says are equal.
fun loops (n : i64) (step : i32) (xs : [3]i64) -> (a : i64) (b : i64) (c : i64) (k : i32) (t : u8) =
  let (a : i64) = loop (s : i64 = 5) for i < 1i64 do
      let (u : i64) = s + i
      let (v : i64) = u * n
      in (v)
  let (b : i64) = loop (s : i64 = n) for i < 0i64 do
      let (u : i64) = quot s i
      in (u)
  let (c : i64) (ys : [3]i64) (k : i32) (t : u8) =
    loop (s : i64 = 1) (ys : [3]i64 = xs) (k : i32 = 4i32) (t : u8 = 250u8) for i < n do
      let (y : i64) = ys[1]
      let (wide : i64) = convert i64 k
      let (u : i64) = s * y
      let (v : i64) = u + wide
      let (k2 : i32) = k - step
      let (t2 : u8) = t + 3u8
      in (v, ys, k2, t2)
  in (a, b, c, k, t)

fun copies (n : i64) (xs : [4]i64) (*ys : [5]i64) -> (*zs : [5]i64) =
  let (zs : [5]i64) = loop (ys2 : [5]i64 = ys) for i < n do
      let (x : i64) = xs[i]
      let (us : [5]i64) = ys2 with [i] = x
      in (us)
  in (zs)

fun checked (n : i64) (k : i64) (m : i64) (xs : [k][m]i64) -> (a : i64) (b : i64) (zs : [a][b]i64) =
  let (same : bool) = n == k
  let (fine : cert) = assert same "{} is not {}" (n, k)
  let (three : bool) = m == 3
  let (right : cert) = assert three "{} is not 3" (m)
  let (a : i64) (b : i64) (zs : [a][b]i64) =
    loop (a : i64 = k) (b : i64 = m) (zs : [a][b]i64 = xs) for i < 4i64 do
      let (ys : [n][3]i64) = replicate [n, 3] i
      in (n, 3, ys)
  in (a, b, zs)

fun main () -> (a : i64) (b : i64) (c : i64) (k : i32) (t : u8) (k2 : i32) (t2 : u8) (z : i64) (w : i64) (q : i64) =
  let (xs : [3]i64) = [2, 3, 4]
  let (a : i64) (b : i64) (c : i64) (k : i32) (t : u8) = call loops (6, 5i32, xs)
  let (a2 : i64) (b2 : i64) (c2 : i64) (k2 : i32) (t2 : u8) = call loops (-6, 5i32, xs)
  let (ys : [5]i64) = iota 5
  let (us : [4]i64) = iota 4 10 1
  let (zs : [5]i64) = call copies (3, us, ys)
  let (z : i64) = zs[2]
  let (w : i64) = zs[3]
  let (rows : [2][3]i64) = [xs, xs]
  let (e : i64) (f : i64) (qs : [e][f]i64) = call checked (2, 2, 3, rows)
  let (q : i64) = qs[1, 2]
  in (a, b, c, k, t, k2, t2, z, w, q)

entry main = main () -> (i64, i64, i64, i32, u8, i32, u8, i64, i64, i64)
