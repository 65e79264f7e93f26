;; passes: distribute distribute-all
;; An assertion that does not vary but comes after one that does leaves with a copy of that for index 0, though the
;; third, on what the lambda has computed, stays and keeps the others with it.
fun f (n : i64) (xs : [n]i64) (k : i64) (m : i64) -> (*r : [n]i64) =
  let (same : bool) = n == m
  let (ys : [n]i64) =
    map n (xs)
      (\(i : i64) (x : i64) ->
        let (j : i64) = i + k
        let (low : bool) = j < m
        let (c1 : cert) = assert low "index {}" (j)
        let (c2 : cert) = assert same "size {} is not {}" (n, m)
        let (y : i64) = <c1, c2> xs[j]
        let (positive : bool) = y < 9i64
        let (c3 : cert) = assert positive "value {} at {}" (y, j)
        let (z : i64) = <c3> y + x
        in (z))
  in (ys)

fun two (n : i64) (k : i64) (m : i64) -> (*r : [n]i64) =
  let (xs : [n]i64) = iota n
  let (ys : [n]i64) = call f (n, xs, k, m)
  in (ys)

fun fits () -> (*n : i64) (*r : [n]i64) =
  let (ys : [8i64]i64) = call two (8i64, 0i64, 8i64)
  in (8i64, ys)

fun at_zero () -> (*n : i64) (*r : [n]i64) =
  let (ys : [8i64]i64) = call two (8i64, 9i64, 7i64)
  in (8i64, ys)

fun sizes () -> (*n : i64) (*r : [n]i64) =
  let (ys : [8i64]i64) = call two (8i64, 2i64, 7i64)
  in (8i64, ys)

fun index () -> (*n : i64) (*r : [n]i64) =
  let (ys : [8i64]i64) = call two (8i64, 3i64, 8i64)
  in (8i64, ys)

fun value () -> (*n : i64) (*r : [n]i64) =
  let (ys : [20i64]i64) = call two (20i64, 3i64, 20i64)
  in (20i64, ys)

entry fits = fits () -> []i64
entry at_zero = at_zero () -> []i64
entry sizes = sizes () -> []i64
entry index = index () -> []i64
entry value = value () -> []i64
