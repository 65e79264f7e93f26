-- A type that may have functions in it is no result of a condition.
-- ==
-- error: E0197

module type s = { type^ t val x : t val y : t }
module m (S: s) = { def f (c: bool) = if c then S.x else S.y }
def main : bool = true
