;; passes: flatten flatten-all
;; What no result needs and what cannot fail goes when a map is split, also what only that needed; the results of one
;; nest that is left are bound in the order of the map's.
fun f (n : i64) (m : i64) (xss : [n][m]i64) (is : [n]i64) -> (as : [n][m]i64) (bs : [n][m]i64) =
  let () =
    map n (is)
      (\(i : i64) ->
        let (zeros : [m][m]i64) = map m () (\(j : i64) -> let (zs : [m]i64) = map m () (\(l : i64) -> in (i)) in (zs))
        let (written : [m][m]i64) = scatter m () (\(j : i64) -> in (j, i, 1i64)) into 2 (zeros)
        in ())
  let (as : [n][m]i64) (bs : [n][m]i64) =
    map n (xss, is)
      (\(xs : [m]i64) (i : i64) ->
        let (sum : i64) = reduce m (xs) (\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) (0)
        let (more : [m]i64) (less : [m]i64) =
          map m (xs) (\(x : i64) -> let (a : i64) = x + i let (b : i64) = x - i in (a, b))
        in (less, more))
  in (as, bs)

fun some () -> (p : i64) (q : i64) (as : [p][q]i64) (r : i64) (t : i64) (bs : [r][t]i64) =
  let (xs : [3]i64) = [1, 2, 3]
  let (xss : [2][3]i64) = [xs, xs]
  let (is : [2]i64) = [10, 20]
  let (as : [2][3]i64) (bs : [2][3]i64) = call f (2, 3, xss, is)
  in (2, 3, as, 2, 3, bs)

entry some = some () -> ([][]i64, [][]i64)
