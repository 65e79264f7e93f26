-- `with` of a type that the module type has not.
-- ==
-- error: E0205

module type t = {type a}
module m : t with b = i32 = {type a = i32}
