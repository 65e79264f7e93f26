-- Abstract types of modules go out as what they are.
-- ==
-- entry: start
-- input { 3i64 } output { [0i32, 0, 0] 0i64 }

-- ==
-- entry: add
-- input { [0i32, 0, 0] 1i64 7i32 } output { [0i32, 7, 0] 2i64 }

-- ==
-- entry: total
-- input { [1i32, 7, 0] 2i64 } output { 8i32 }

-- ==
-- entry: plain
-- input { 5i64 } output { 6i64 }

module type buffer = {
  type~ t
  val empty : i64 -> t
  val add : t -> i32 -> t
  val sum : t -> i32
}

module ring : buffer = {
  type~ t = {items: []i32, next: i64}
  def empty n : t = {items = replicate n 0, next = 0}
  def add (r: t) (x: i32) : t = {items = copy r.items with [r.next] = x, next = r.next + 1}
  def sum (r: t) : i32 = i32.sum r.items
}

module counter : {type t val up : t -> t} = {
  type t = i64
  def up (x: t) = x + 1
}

entry start (n: i64) : ring.t = ring.empty n
entry add (r: ring.t) (x: i32) : ring.t = ring.add r x
entry total (r: ring.t) : i32 = ring.sum r
entry plain (c: counter.t) : counter.t = counter.up c
