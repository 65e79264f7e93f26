def inner = 1i32
module type mt = {type t val x : t}
