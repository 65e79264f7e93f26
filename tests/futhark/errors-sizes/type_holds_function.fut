-- A type that holds a function needs `type^`.
-- ==
-- error: type\^

type t = i32 -> i32

entry main (x: i32) : i32 = let f : t = \y -> y in f x
