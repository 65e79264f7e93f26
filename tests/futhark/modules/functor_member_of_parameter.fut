-- A parameter with a functor and a module for it in itself.
-- ==
-- entry: main
-- input { 3i32 } output { 9i32 }

module f (x: {module i : {val a : i32} module g : (y: {val a : i32}) -> {val b : i32}}) = { module r = x.g x.i open r }
module p = f {module i = {def a = 3i32 def z = 2i32} module g (y: {val a : i32}) = {def b = y.a * y.a}}
entry main (k: i32) = p.b
