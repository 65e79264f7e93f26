-- A value that is specified twice.
-- ==
-- error: E0204.*`x` is specified twice

module type s = { val x : i32 type t val x : bool }
def main : bool = true
