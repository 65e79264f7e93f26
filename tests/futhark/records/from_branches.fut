-- Records as results of `if`, `match` and `loop`.
-- ==
-- entry: main
-- input { true 1i32 } output { 1i32 2i32 }
-- input { false 1i32 } output { 10i32 0i32 }

-- ==
-- entry: chosen
-- input { 0i32 } output { 1i32 1f64 }
-- input { 1i32 } output { 2i32 0.5f64 }
-- input { 9i32 } output { 0i32 0f64 }

-- ==
-- entry: divided
-- input { 17i32 5i32 } output { 3i32 2i32 }
-- input { 3i32 5i32 } output { 0i32 3i32 }

entry main (c: bool) (x: i32) : (i32, i32) =
  let r = if c then {a = x, b = x + 1} else {b = 0, a = 10}
  in (r.a, r.b)
entry chosen (k: i32) : (i32, f64) =
  let r = match k
          case 0 -> {n = 1i32, x = 1.0}
          case 1 -> {x = 0.5, n = 2}
          case _ -> {n = 0, x = 0}
  in (r.n, r.x)
entry divided (a: i32) (b: i32) : (i32, i32) =
  let r = loop r = {q = 0, rest = a} while r.rest >= b do {q = r.q + 1, rest = r.rest - b}
  in (r.q, r.rest)
