-- Chains of `with`, on fields and indices and on paths of both; the `let` forms of the same; and the order of
-- overlapping updates.
-- ==
-- entry: ordered
-- input { 4i64 } output { [5, 1, 2, 2] }
-- input { 3i64 } output { [5, 2, 2] }

-- ==
-- entry: fields
-- input { 1i32 2i32 } output { 10i32 2i32 7i32 }

-- ==
-- entry: paths
-- input { [1i32, 2, 3] 1i64 } output { [1i32, 20, 3] [0i32, 9] 4i32 }
-- input { [1i32] 0i64 } output { [20i32] [0i32, 9] 4i32 }

-- ==
-- entry: let_paths
-- input { [1i32, 2, 3] 1i64 } output { [1i32, 20, 3] [0i32, 9] 4i32 }
-- input { [1i32, 2, 3] 3i64 } error: [Oo]ut of bounds

-- ==
-- entry: of_tuple
-- input { 3i32 } output { 8i32 3i32 true }

-- ==
-- entry: operators
-- input { [1i32, 2, 3] } output { [6i32, 6, 4] }

type~ inner = {values: []i32, count: i32}
type~ outer 'a = {inner: inner, rest: a}

entry ordered (n: i64) : [n]i32 =
  replicate n 0
  with [0] = 9
  with [1:] = replicate (n - 1) 2
  with [1] = i32.bool (n == 4) + i32.bool (n < 4) * 2
  with [0] = 5

entry fields (a: i32) (b: i32) : (i32, i32, i32) =
  let r = {a, b, c = {d = 0, e = true}}
  let r = r with a = 10 with c.d = 6 with c.e = false
  let s = r with c = {d = r.c.d + 1, e = r.c.e}
  in (s.a, s.b, if s.c.e then 0 else s.c.d)

entry paths [n] (xs: *[n]i32) (i: i64) : ([n]i32, []i32, i32) =
  let r = {inner = {values = xs, count = 3}, rest = replicate 2 0}
  let r = r with inner.values[i] = 20 with inner.count = 4 with rest[1] = 9
  in (r.inner.values, r.rest, r.inner.count)

entry let_paths [n] (xs: *[n]i32) (i: i64) : ([n]i32, []i32, i32) =
  let r : outer ([]i32) = {inner = {values = xs, count = 3}, rest = replicate 2 0}
  let r.inner.values[i] = 20
  let r.inner.count = 4
  let r.rest[1] = 9
  in (r.inner.values :> [n]i32, r.rest, r.inner.count)

entry of_tuple (x: i32) : (i32, i32, bool) =
  let t = (x, false, x)
  let t = t with 0 = 8
  let t.1 = true
  in (t.0, t.2, t.1)

-- The value of `with` is a whole expression, and an update is an operand for a section.
entry operators (xs: *[3]i32) : [3]i32 =
  let ys = xs with [0] = 2 * 2 + 1 with [1] = i32.sum [2, 3] |> i32.max 4
  in map (+ 1) ys
