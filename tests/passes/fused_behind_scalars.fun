;; passes: fuse
;; A scalar stands between, and so does a use of what the first one makes: the scalar moves up, and both are one there.
fun f (n : i64) (xs : [n]i64) (k : i64) -> (*r : i64) (*t : i64) =
  let (s : i64) (ys : [n]i64) =
    traverse n (xs) (\(x : i64) -> let (y : i64) = x * 3 in (y, y))
      reduce (\(a : i64) (b : i64) -> let (c : i64) = a + b in (c)) (0i64)
  let (used : i64) = s + 1
  let (j : i64) = k * 2
  let (l : i64) = j + n
  let (t : i64) =
    traverse n (ys) (\(z : i64) -> let (w : i64) = z + l in (w))
      reduce (\(a2 : i64) (b2 : i64) -> let (c2 : i64) = max a2 b2 in (c2)) (-9223372036854775808i64)
  in (used, t)
