-- A module type that nothing defines.
-- ==
-- error: error\[E0203\]: there is no module type `counter`

module by_one : counter = { type t = i32 }
def main : bool = true
