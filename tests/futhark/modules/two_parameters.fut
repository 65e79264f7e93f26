-- Two parameters, a result type, and a second name for a parametric module.
-- ==
-- input { 2 } output { 21 }

module type number = { type t val of : i32 -> t val to : t -> i32 val + : t -> t -> t }
module type pair = { type t type left val both : i32 -> t val total : t -> i32 val left : t -> left }

module pairs (A: number) (B: number) : (pair with left = A.t) = {
  type t = (A.t, B.t)
  type left = A.t
  def both (x: i32) : t = (A.of x, B.of x)
  def total ((a, b): t) : i32 = A.to (a A.+ a) + B.to b
  def left ((a, _): t) : left = a
}

module ints = { type t = i32 def of (x: i32) = x def to (x: i32) = x def (+) = (i32.+) }
module offset : number = {
  type t = i64
  def of (x: i32) = i64.i32 x + 10i64
  def to (x: i64) = i32.i64 x
  def (x: i64) + (y: i64) = x i64.+ y
}

module again = pairs
module p = again ints offset

def main (x: i32) : i32 = p.total (p.both x) + p.left (p.both x) + 3
