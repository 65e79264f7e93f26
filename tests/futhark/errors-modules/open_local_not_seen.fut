-- What is opened locally is not handed on.
-- ==
-- error: E0201

module m = {
  local open {def f (x: i32) = x}
  def g (x: i32) = f x
}

def main (x: i32) : i32 = m.f x
