-- passes: short-circuit
-- Arrays that are used after they were copied, when what was copied has been changed; and copies that have to be copies: one is
-- written, what another one was copied from is written while it is used.
entry changed [n] (xs: [n]i64) (k: i64) : ([]i64, i64) =
  let a = scan (+) 0 xs
  let b = loop b = a ++ [1] for i < k do b with [i] = b[i] + 1
  in (b, reduce i64.max 0 a)

entry written [n] (xs: *[n]i64) : ([n]i64, i64) =
  let ys = loop ys = copy xs for i < n do ys with [i] = ys[i] * i
  in (ys, reduce (+) 0 xs)

entry overwritten [n] [m] (xs: *[n][m]i64) : ([n][m]i64, i64) =
  let row = copy xs[0]
  let xs = loop xs for i < n do xs with [i] = map (+ i) xs[n - 1 - i]
  in (xs, reduce (+) 0 row)

entry all : ([]i64, []i64, [][]i64) =
  ((changed [1, 2, 3] 2).0, (written [1, 2, 3]).0, (overwritten [[1, 2], [3, 4], [5, 6]]).0)
