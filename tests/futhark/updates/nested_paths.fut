-- Paths through records, tuples and arrays of arrays.
-- ==
-- entry: main
-- input { 2i64 } output { [[0i32, 0], [0, 5]] [3i64, 1] 7i32 }

-- ==
-- entry: lets
-- input { 3i64 } output { [[0i32, 0, 0], [9, 9, 9]] 4i32 }
-- input { 1i64 } output { [[0i32], [9]] 4i32 }

entry main (n: i64) : ([n][n]i32, [n]i64, i32) =
  let r = {a = replicate n (replicate n 0), t = (iota n, {k = 1})}
  let r = r with a[1, 1] = 5 with t.0[0] = 3 with t.1.k = 7
  in (r.a, r.t.0, r.t.1.k)
entry lets (n: i64) : ([2][n]i32, i32) =
  let r = {m = replicate 2 (replicate n 0), c = {d = 0}}
  let r.m[1] = replicate n 9
  let r.c.d = 4
  in (r.m, r.c.d)
