-- A value that the module type asks for and the module lacks.
-- ==
-- error: error\[E0205\]: the module lacks the value `next`

module type counter = { type t val start : t val next : t -> t }
module by_one : counter = { type t = i32 def start = 0i32 }
def main : bool = true
