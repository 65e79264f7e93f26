-- Values of a type that hides sizes are no elements of the array that an abstract type is.
-- ==
-- error: error\[E0503\]: array elements cannot have a lifted type

module m : { type~ v type t 'a val mk : i64 -> v } = {
  type~ v = []i32
  type t 'a = [2]a
  def mk (n: i64) : v = replicate n 1
}
type~ u = m.t m.v
