-- A value of another type than the module type says.
-- ==
-- error: error\[E0205\]: the value `next` does not have the required type

module type counter = { type t val next : t -> t }
module by_one : counter = { type t = i32 def next (x: i32) : bool = x == 1 }
def main : bool = true
