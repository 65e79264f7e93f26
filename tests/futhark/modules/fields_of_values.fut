-- Fields of a module's value are reached with points, as those of a variable.
-- ==
-- input { } output { 6 3 }

module m = {
  module inner = { def p = {x = 1i32, y = {z = 2i32}} }
  def p = {a = 3i32, b = (4i32, 5i32)}
}

def main : (i32, i32) = (m.inner.p.x + m.p.b.1, m.inner.p.y.z + 1)
