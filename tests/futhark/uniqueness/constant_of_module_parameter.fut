-- A parametric module may give its parameter's constants, also where they turn out to be arrays.
-- ==
-- entry: numbers
-- input { [1, 2] } output { 3 }
-- input { empty([0]i32) } output { 0 }

-- ==
-- entry: arrays
-- input { [[1.0], [2.5]] } output { [3.5] }
-- input { empty([0][1]f64) } output { [0.0] }

module type pile = { type t val start : t val add : t -> t -> t }

module folded (P: pile) = {
  def all [n] (xs: [n]P.t) : P.t = loop sum = P.start for x in xs do P.add sum x
}

module of_numbers = folded { type t = i32 def start = 0i32 def add = (i32.+) }
module of_arrays = folded {
  type t = [1]f64
  def start : t = replicate 1 0
  def add (a: t) (b: t) : t = map2 (+) a b
}

entry numbers (xs: []i32) : i32 = of_numbers.all xs
entry arrays (xs: [][1]f64) : [1]f64 = of_arrays.all xs
