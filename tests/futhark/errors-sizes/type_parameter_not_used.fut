-- A size parameter of a type has to be used in it.
-- ==
-- error: E0502.*`n`

type t [n] = i32

entry main (x: t [3]) : i32 = x
