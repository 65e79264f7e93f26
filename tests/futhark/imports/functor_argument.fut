-- Parametric modules of other files, and files as arguments of them.
-- ==
-- input { [1, 2, 3] } output { 6 44 }

module f = import "lib/functor"
module ints : f.elem = { type t = i32 def zero = 0i32 def add (x: i32) (y: i32) = x + y }
module sums = f.sum { type t = i32 def zero = 0i32 def add (x: i32) (y: i32) = x + y }
module add (S: { val shared : i32 }) = { def to (x: i32) = x + S.shared }
module added = add (import "shared")

def main (xs: []i32) : (i32, i32) = (sums.sum xs, added.to 4)
