-- Records and tuples inside of each other: literals with punning, projections, updates, comparison, unit.
-- ==
-- entry: build
-- input { 1i32 2f64 true } output { 1i32 2f64 true 4i32 }

-- ==
-- entry: order
-- input { 3i32 4i32 } output { true true false -1i32 }
-- input { 3i32 3i32 } output { true false true 0i32 }

-- ==
-- entry: tuples
-- input { 1i32 2i32 3i32 } output { 6i32 3i32 2i32 1i32 }

-- ==
-- entry: units
-- input { 4i32 } output { 4i32 true }

-- ==
-- entry: updated
-- input { 5i32 } output { 5i32 6i32 7i32 50i32 }

-- ==
-- entry: returns
-- input { 17i32 5i32 } output { 3i32 2i32 }
-- input { -17i32 5i32 } output { -4i32 3i32 }

type point = {x: i32, y: i32}
type segment = {from: point, to: point, label: (i32, bool)}

entry build (a: i32) (b: f64) (c: bool) : (i32, f64, bool, i32) =
  let r = {a, b, deep = {c, d = {e = a + 3}}}
  in (r.a, r.b, r.deep.c, r.deep.d.e)

-- Fields have no order; records and tuples compare by all their components.
entry order (p: i32) (q: i32) : (bool, bool, bool, i32) =
  let a : point = {x = p, y = q}
  let b : {y: i32, x: i32} = {y = q, x = p}
  let c = {x = q, y = p}
  in (a == b, a != c, (p, {z = q, w = (p, q)}) == (q, {w = (q, p), z = p}), a.x - b.y)

entry tuples (a: i32) (b: i32) (c: i32) : (i32, i32, i32, i32) =
  let t = (a, (b, c))
  let u = {0 = c, 1 = b, 2 = a}
  let (x, y, z) = u
  in (t.0 + t.1.0 + (t.1).1, x, y, u.2 * z)

def tick (_: ()) : i32 = 4

entry units (a: i32) : (i32, bool) =
  let nothing = ()
  let {} = {}
  let () = nothing
  in (tick () * a / 4, nothing == {})

entry updated (a: i32) : (i32, i32, i32, i32) =
  let s : segment = {from = {x = a, y = a}, to = {x = 0, y = 0}, label = (a, true)}
  let t = s with from.y = a + 1 with to = {x = a + 2, y = 0} with label.0 = a * 10
  in (t.from.x, t.from.y, t.to.x, if t.label.1 then t.label.0 else 0)

def divide (a: i32) (b: i32) : {quotient: i32, remainder: i32} =
  {quotient = a / b, remainder = a % b}

entry returns (a: i32) (b: i32) : (i32, i32) =
  let {quotient, remainder = r} = divide a b
  in (quotient, r)
