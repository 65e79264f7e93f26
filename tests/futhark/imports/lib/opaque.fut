module type counter = { type t val start : t val next : t -> t val read : t -> i32 }
module counter : counter = { type t = i32 def start : t = 0 def next (x: t) : t = x + 1 def read (x: t) : i32 = x }
