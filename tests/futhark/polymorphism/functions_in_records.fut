-- A function of a function in a record with its argument.
-- ==
-- entry: main
-- input { true } output { 3i32 }

def f '^a '^b (x: {g: a -> b, y: a}) : b = x.g x.y
entry main (c: bool) = f {g = \(p: i32 -> i32) -> p 1, y = (+ 2)}
