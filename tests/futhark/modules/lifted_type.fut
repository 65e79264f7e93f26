-- `type^` hides functions.
-- ==
-- input { 5 } output { 18 }

module type writer = {
  type^ t
  val plus : i32 -> t
  val after : t -> t -> t
  val apply : t -> i32 -> i32
}

module functions : writer = {
  type^ t = i32 -> i32
  def plus (n: i32) : t = \x -> x + n
  def after (f: t) (g: t) : t = \x -> f (g (x * 2))
  def apply (f: t) (x: i32) : i32 = f x
}

def main (x: i32) : i32 = functions.(apply (after (plus 3) (plus 5)) x)
