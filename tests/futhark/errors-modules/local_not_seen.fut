-- What is local stays inside.
-- ==
-- error: E0201

module m = {
  local def f (x: i32) = x
  def g (x: i32) = f x
}

def main (x: i32) : i32 = m.f x
