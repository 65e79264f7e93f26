-- The structure's type is not the refined one.
-- ==
-- error: E0205

module type t = {type a val x : a}
module m : t with a = f32 = {type a = i32 def x = 1i32}
