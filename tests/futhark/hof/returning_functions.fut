-- Functions whose results are functions, with one and with several parameters.
-- ==
-- entry: main
-- input { 3i32 4i32 } output { 7i32 12i32 81i32 }
-- input { 0i32 1i32 } output { 1i32 0i32 0i32 }

-- ==
-- entry: chosen
-- input { 5i32 } output { 15i32 25i32 }
-- input { 1i32 } output { 11i32 1i32 }

def adder (a: i32) : i32 -> i32 = \b -> a + b
def multiplier (a: i32) = \(b: i32) -> a * b
def power (a: i32) : i32 -> i32 = let f (b: i32) = a ** b in f
entry main (a: i32) (b: i32) : (i32, i32, i32) =
  let times_a = multiplier a
  in (adder a b, times_a b, power a b)
def both (f: i32 -> i32) : (i32 -> i32, i32 -> i32) = (\x -> f x + 10, \x -> x * x)
entry chosen (x: i32) : (i32, i32) =
  let (f, g) = both (* 1)
  in (f x, g x)
