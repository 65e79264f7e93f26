;; passes: flatten-all
;; What is taken apart relies on what it relied on: the reads in the branch stay behind the check of the index.
fun chosen (n : i64) (m : i64) (w : i64) (ks : [n]i64) (xs : [m]i64) (j : i64) (p : bool) -> (*ts : [n][w]i64) =
  let (lo : bool) = 0 <= j
  let (hi : bool) = j < m
  let (ok : bool) = and lo hi
  let (c : cert) = assert ok "bad {}" (j)
  let (ts : [n][w]i64) =
    map n (ks)
      (\(k : i64) ->
        let (t : [w]i64) =
          <c> if p then
            let (u : [w]i64) = map w () (\(i : i64) -> let (x : i64) = xs[j] let (y : i64) = x + k in (y))
            in (u)
          else
            let (u2 : [w]i64) = map w () (\(i2 : i64) -> let (y2 : i64) = i2 + k in (y2))
            in (u2)
        in (t))
  in (ts)

fun main () -> (*n : i64) (*w : i64) (*ts : [n][w]i64) =
  let (ks : [3]i64) = iota 3
  let (xs : [4]i64) = iota 4
  let (ts : [3][2]i64) = call chosen (3, 4, 2, ks, xs, 3, true)
  in (3, 2, ts)

entry main = main () -> [][]i64
