-- The constructors of an abstract type are not seen outside.
-- ==
-- error: E0301

module m : {type t val x : t} = {type t = #a | #b i32 def x : t = #b 3}

entry main : i32 = match m.x case #a -> 1i32 case #b k -> k
