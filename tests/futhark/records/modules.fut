-- Plain structure modules: nested, opened, opened locally, with types, values, operators and records; names of terms,
-- types and modules do not disturb each other.
-- ==
-- entry: vectors
-- input { 1f64 2f64 } output { 4f64 8f64 5f64 11f64 }

-- ==
-- entry: nested
-- input { 3i32 } output { 13i32 23i32 36i32 }

-- ==
-- entry: opened
-- input { 3i32 } output { 6i32 103i32 -3i32 }

-- ==
-- entry: local_open
-- input { 5i32 [1i32, 2, 3] } output { 11i32 6i32 30i32 }

-- ==
-- entry: queued
-- input { [1i32, 2, 3] } output { [1i32, 2] 1i64 }

module vector = {
  type t = {x: f64, y: f64}
  def zero : t = {x = 0, y = 0}
  def (+) (a: t) (b: t) : t = {x = a.x + b.x, y = a.y + b.y}
  def (*) (k: f64) (a: t) : t = {x = k * a.x, y = k * a.y}
  def dot (a: t) (b: t) : f64 = a.x f64.* b.x f64.+ a.y f64.* b.y
}

module outer = {
  def base : i32 = 10
  module inner = {
    def add (x: i32) : i32 = x + base
    module deepest = {
      def base : i32 = 20
      def add_both (x: i32) : i32 = add x + base - 10
    }
  }
  open inner
  def thrice (x: i32) : i32 = add (x + inner.deepest.base) + deepest.add_both x - base * 2
}

module settings = {
  def limit : i32 = 100
  local def secret : i32 = 3
  def shifted (x: i32) : i32 = x + limit
  def times (x: i32) : i32 = secret * x - x
}

open settings

module queue = {
  type queue [n] 'a = {items: [n]a, first: i64}
  def make 'a [n] (items: [n]a) : queue [n] a = {items, first = 0}
  def pop 'a [n] (q: queue [n] a) : (a, queue [n] a) = (q.items[q.first], q with first = q.first + 1)
}

def negate (x: i32) : i32 = -x

entry vectors (x: f64) (y: f64) : (f64, f64, f64, f64) =
  let v : vector.t = {x, y}
  let w = vector.(2 * v + 2 * v + zero)
  in (w.x, w.y, vector.dot v v, vector.(dot (v + {x, y = 1}) {x = 1, y = 3}))

entry nested (x: i32) : (i32, i32, i32) =
  (outer.add x, outer.inner.deepest.add_both x, outer.thrice x)

entry opened (x: i32) : (i32, i32, i32) =
  (times x, shifted x, negate x)

entry local_open (x: i32) (xs: []i32) : (i32, i32, i32) =
  let limit = 1
  in (outer.(x + base - 5 + limit), i32.(sum xs), i32.(maximum xs * (max outer.base 2)))

entry queued [n] (xs: [n]i32) : ([2]i32, i64) =
  let q = queue.make xs
  let (a, q) = queue.pop q
  let (b, _) = queue.pop q
  in ([a, b], q.first)
