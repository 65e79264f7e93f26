-- Outside of a module a value of an abstract type may be consumed only by its owner, whatever the type stands for.
-- ==
-- error: error\[E0402\]: `s` may not be consumed(.|\n)*def twice
module type stack = { type t val empty : i64 -> *t val push : *t -> *t }
module stack : stack = {
  type t = {n: i32}
  def empty (_k: i64) : *t = {n = 0}
  def push (s: *t) : *t = {n = s.n + 1}
}

def twice (s: stack.t) : stack.t = stack.push s

entry main (k: i64) : bool = let _s = twice (stack.empty k) in true
