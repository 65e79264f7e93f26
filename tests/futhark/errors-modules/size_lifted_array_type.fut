-- A type that hides sizes cannot be written as an element of an array.
-- ==
-- error: E0503

module type s = { type~ t val x : t }
module m (S: s) = { def f [n] (xs: [n]S.t) : i64 = n }
def main : bool = true
