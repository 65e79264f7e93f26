-- Entry points with types from modules and functors, some hidden.
-- ==
-- entry: main
-- input { 3i32 } output { 6i32 }

-- ==
-- entry: both
-- input { [1i32, 2] } output { [2i32, 4] [1i32, 2] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

module f (s: {val k : i32}) : {type t val mk : i32 -> t val get : t -> i32} = {
  type t = {v: i32}
  def mk v : t = {v = v * s.k}
  def get (x: t) = x.v
}

module m = f {def k = 2i32}
module id = f {def k = 1i32}

entry main (x: i32) : i32 = m.get (m.mk x)

entry both [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  unzip (map (\(a, b) -> (m.get a, id.get b)) (zip (map m.mk xs) (map id.mk xs)))
