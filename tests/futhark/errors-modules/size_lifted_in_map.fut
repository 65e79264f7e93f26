-- A size-lifted abstract type is no result of a map's function.
-- ==
-- error: E0501

module type t = {type~ t val f : i64 -> t}
module m : t = {type~ t = []i32 def f (n: i64) : t = replicate n 1i32}

entry main : i64 = length (map m.f [1])
