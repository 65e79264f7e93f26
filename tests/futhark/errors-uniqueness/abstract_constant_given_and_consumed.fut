-- A constant of an abstract type that a function gives may not be consumed by its callers.
-- ==
-- error: error\[E0402\]

module m : { type t val zero : t val up : *t -> *t } = {
  type t = [2]i32
  def zero : t = [0, 0]
  def up (x: *t) : *t = x with [0] = 3
}

def start (_: i32) : m.t = m.zero

def main (n: i32) = let y = m.up (start n) in n
