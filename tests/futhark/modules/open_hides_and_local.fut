-- `open` hands names on, `local open` and `local def` do not, and later names hide earlier ones.
-- ==
-- entry: main
-- input { 1i32 } output { 112i32 5i32 }

module base = {
  def k = 10i32
  local def secret = 2i32
  def f (x: i32) = x + k + secret
}

module derived = {
  open base
  local open { def helper (x: i32) = f x + 99 }
  def k = 5i32
  def g (x: i32) = helper x
}

entry main (x: i32) : (i32, i32) = (derived.g x, derived.k)
