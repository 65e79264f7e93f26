-- The `let` form of updates of fields, also with arrays further down.
-- ==
-- entry: main
-- input { 1i32 } output { 5i32 7i32 1i32 }
-- input { 0i32 } output { 5i32 6i32 0i32 }

-- ==
-- entry: arrays
-- input { [1i32, 2, 3] } output { [1i32, 9, 3] 3i32 }
-- input { [1i32, 2] } output { [1i32, 9] 2i32 }

entry main (x: i32) : (i32, i32, i32) =
  let r = {a = x, b = {c = x, d = x}}
  let r.a = 5
  let r.b.c = r.a + x + 1
  in (r.a, r.b.c, r.b.d)
entry arrays [n] (xs: *[n]i32) : ([n]i32, i32) =
  let r = {xs, n = 0}
  let r.xs[1] = 9
  let r.n = i32.i64 n
  in (r.xs, r.n)
