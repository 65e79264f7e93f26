-- A module whose type is not the one that `with` says.
-- ==
-- error: error\[E0205\]: the type `t` is not the one that the module type requires

module type counter = { type t val start : t }
module by_one : counter with t = i64 = { type t = i32 def start = 0i32 }
def main : bool = true
