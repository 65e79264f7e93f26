-- A lifted abbreviation of a record with a function.
-- ==
-- entry: main
-- input { true } output { 2i32 }

type^ t '^a = {x: a}
def f (y: t (i32 -> i32)) = y.x 1
entry main (c: bool) = f {x = (+ 1)}
