-- A type that may have functions in it is no element of an array.
-- ==
-- error: E0503

module m : { type^ t val x : t val z : t -> i32 } = { type^ t = i32 def x : t = 1 def z (x: t) = x }
def main : i32 = m.z ([m.x, m.x])[0]
