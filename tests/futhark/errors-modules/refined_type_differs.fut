-- A type that is not the one of the refinement.
-- ==
-- error: the type `a` is not the one that the module type requires
module type t = {type a val x : a}
module m : t with a = f32 = {type a = i32 def x = 1i32}
