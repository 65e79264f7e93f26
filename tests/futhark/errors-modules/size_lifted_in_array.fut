-- A type that hides sizes is no element of an array.
-- ==
-- error: E0501

module type s = { type~ t val x : i32 -> t }
module m (S: s) = { def f (n: i64) = map (\i -> S.x (i32.i64 i)) (iota n) }
def main : bool = true
