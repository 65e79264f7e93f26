-- Lambdas and functions whose parameters are records and tuples of functions.
-- ==
-- entry: main
-- input { 3i32 } output { 7i32 8i32 64i32 }
-- input { 0i32 } output { 1i32 2i32 1i32 }

-- ==
-- entry: in_maps
-- input { [1i32, 2] } output { [3i32, 5] }
-- input { empty([0]i32) } output { empty([0]i32) }

def compose {f: i32 -> i32, g: i32 -> i32} : i32 -> i32 = \x -> f (g x)
def both (f: i32 -> i32, g: i32 -> i32) (x: i32) : i32 = g (f x)
entry main (x: i32) : (i32, i32, i32) =
  ( (\{f, g} -> f (g x)) {f = (+ 1), g = \(y: i32) -> y * 2}
  , both ((+ 1), (* 2)) x
  , compose {f = (** 3), g = (+ 1)} x
  )
entry in_maps [n] (xs: [n]i32) : [n]i32 = map (compose {f = (+ 1), g = (* 2)}) xs
