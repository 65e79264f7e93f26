;; passes: flatten-all
;; The second call consumes what is read between the calls: they are given copies, and read before as after.
fun g (k : i64) (m : i64) (*xs : [m]i64) -> (r : i64) (*ys : [m]i64) =
  let (small : bool) = k < 1i64
  let (r : i64) (ys : [m]i64) =
    if small then
      let (zs : [m]i64) = scatter m () (\(i : i64) -> in (i, 77i64)) into 1 (xs)
      in (k, zs)
    else
      let (a : i64) = reduce m (xs) (\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) (0i64)
      let (l : i64) = k - 1i64
      let (cs : [m]i64) = copy xs
      let (ds : [m]i64) = copy xs
      let (b : i64) (es : [m]i64) = call g (l, m, cs)
      let (q : i64) = ds[0]
      let (w : i64) = q * b
      let (c : i64) (fs : [m]i64) = call g (l, m, ds)
      let (d : i64) = w + c let (e : i64) = a + d
      in (e, fs)
  in (r, ys)
fun f (n : i64) (is : [n]i64) -> (r : i64) (ys : [r]i64) =
  let (ys : [n]i64) = map n (is) (\(i : i64) ->
      let (xs : [4]i64) = iota 4
      let (xs2 : [4]i64) = copy xs
      let (s : i64) (ws : [4]i64) = call g (i, 4, xs2) let (v : i64) = ws[0] let (u : i64) = s * 1000 let (o : i64) = u + v in (o))
  in (n, ys)
fun some () -> (r : i64) (ys : [r]i64) =
  let (is : [4]i64) = [0, 1, 2, 3]
  let (r : i64) (ys : [r]i64) = call f (4, is)
  in (r, ys)

entry some = some () -> []i64
