module m : {type t val x : t} = {type t = i32 def x : t = 1}
open m
