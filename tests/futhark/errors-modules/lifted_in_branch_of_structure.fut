-- Also when there is no function in it after all.
-- ==
-- error: E0197

module m : { type^ t val x : t val y : t val z : t -> i32 } =
  { type^ t = i32 def x : t = 1 def y : t = 2 def z (x: t) = x }
def main (c: bool) : i32 = m.z (if c then m.x else m.y)
