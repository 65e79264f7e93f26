-- A type that is specified twice.
-- ==
-- error: E0204.*`t` is specified twice

module type s = { type t val x : i32 type t }
module m : s = { type t = i32 def x = 1i32 }
def main : bool = true
