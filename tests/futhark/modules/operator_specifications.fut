-- Operators specified by a module type, used by local opening.
-- ==
-- entry: main
-- input { 3i32 } output { 7i32 }

module type num = { type t val + : t -> t -> t val one : t }
module f (n: num) = { def twice (x: n.t) = n.(x + x + one) }
module i = f { type t = i32 def (+) (x: i32) (y: i32) = x i32.+ y def one = 1i32 }
entry main (k: i32) = i.twice k
