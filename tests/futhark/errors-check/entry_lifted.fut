-- A type that hides functions is one of functions.
-- ==
-- error: error\[E0602\]: .*takes or returns a function

module m : {type^ t val make : i32 -> t} = {
  type^ t = i32 -> i32
  def make (x: i32) : t = \y -> x + y
}

entry make (x: i32) : m.t = m.make x
