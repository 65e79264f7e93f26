-- A module lambda that gives a module lambda.
-- ==
-- entry: main
-- input { 3i32 } output { 3i32 }

module f = \(x: {val a : i32}) -> \(y: {val a : i32}) -> { def b = x.a + y.a }
module g = f {def a = 1i32}
module h = g {def a = 2i32}
entry main (x: i32) : i32 = h.b
