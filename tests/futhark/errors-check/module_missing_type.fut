-- A type that the module type asks for and the module lacks.
-- ==
-- error: error\[E0205\]: the module lacks the type `t`

module type counter = { type t val start : t }
module by_one : counter = { def start = 0i32 }
def main : bool = true
