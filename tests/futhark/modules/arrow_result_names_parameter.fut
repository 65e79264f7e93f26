-- The result of an arrow may speak of the parameter's types.
-- ==
-- input { [3, 1, 2] } output { [2, 0, 1] }

module type elem = { type t val pred : t -> t }
module type mapper = (E: elem) -> { val all [n] : [n]E.t -> [n]E.t }

module use (M: mapper) = {
  module ints = M { type t = i32 def pred (x: i32) = x - 1 }
}

module map_all (E: elem) = { def all [n] (xs: [n]E.t) : [n]E.t = map E.pred xs }
module used = use map_all

def main [n] (xs: [n]i32) : [n]i32 = used.ints.all xs
