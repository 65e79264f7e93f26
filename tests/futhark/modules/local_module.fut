-- `local` of modules, module types and `open` keeps them inside.
-- ==
-- input { 1 } output { 3 }

module m = {
  local module inner = { def one = 1i32 }
  local module type t = { val one : i32 }
  local open inner
  module shown : t = inner
  def two = one + shown.one
}
module inner = { def one = 100i32 }

def main (x: i32) : i32 = m.two + x
