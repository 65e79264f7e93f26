-- Refinements of types in modules of modules, also within `include`.
-- ==
-- input { 4 } output { 9 }

module type leaf = { type t val up : t -> t }
module type branch = { module left : leaf module right : leaf }
module type tree = { include branch module top : branch }

module m : (tree with left.t = i32 with right.t = i32 with top.left.t = i32 with top.right.t = bool) = {
  module left = { type t = i32 def up (x: i32) = x + 1 }
  module right = left
  module top = { module left = left module right = { type t = bool def up (x: bool) = !x } }
}

def main (x: i32) : i32 = if m.top.right.up false then m.left.up (m.right.up (m.top.left.up x)) + 2 else x
