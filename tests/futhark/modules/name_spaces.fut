-- A type, a module and a module type of one name.
-- ==
-- entry: main
-- input { 3i32 } output { 4i32 }

type i = i32
module i = { def i = 1i32 }
module type i = { val i : i }
module j : i = i
entry main (x: i) : i = x + j.i
