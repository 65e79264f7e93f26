-- A syntax error in a module gives one message.
-- ==
-- error: error\[E0102\]: unexpected `def`

module m = {
  def f (x: i32) : i32 = (x + 1
  def g (x: i32) : i32 = x
}

def h (x: i32) : i32 = m.f x
