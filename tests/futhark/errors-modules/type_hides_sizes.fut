-- A type that hides sizes is declared with a tilde.
-- ==
-- error: E0503.*`t` hides sizes

type t = {xs: []i32}
def main (x: i32) : i32 = x
