;; passes: distribute-all simplify
;; Fig. 10.A of the paper on size slicing: sizes that depend on the elements are compared by a traversal of its own,
;; which the values' traversal relies on.
fun main (k : i64) (lengths : [k]i64) (s : i64) (zs : [s]f64) -> (*result : [k][s]f64) =
  let (rows : [k][s]f64) =
    map k (lengths)
      (\(length : i64) ->
        let (half : i64) = length + length
        let (same : bool) = half == s
        let (c : cert) = assert same "row of shape [{}] in an array of rows of shape [{}]" (half, s)
        let (row : [s]f64) = <c> copy zs
        in (row))
  in (rows)

fun regular () -> (*n : i64) (*m : i64) (*r : [n][m]f64) =
  let (lengths : [3i64]i64) = [2i64, 2i64, 2i64]
  let (zs : [4i64]f64) = replicate [4i64] 1.5f64
  let (rows : [3i64][4i64]f64) = call main (3i64, lengths, 4i64, zs)
  in (3i64, 4i64, rows)

fun irregular () -> (*n : i64) (*m : i64) (*r : [n][m]f64) =
  let (lengths : [3i64]i64) = [2i64, 5i64, 3i64]
  let (zs : [4i64]f64) = replicate [4i64] 1.5f64
  let (rows : [3i64][4i64]f64) = call main (3i64, lengths, 4i64, zs)
  in (3i64, 4i64, rows)

entry regular = regular () -> [][]f64
entry irregular = irregular () -> [][]f64
