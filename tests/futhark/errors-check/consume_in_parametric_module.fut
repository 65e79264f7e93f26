-- A parametric module is checked for all that its parameter may be, and by itself: here nobody applies it.
-- ==
-- error: error\[E0402\]: `s` may not be consumed
module type stack = { type t val push : *t -> *t }
module twice (S: stack) = { def twice (s: S.t) : S.t = S.push s }

entry main (k: i64) : i64 = k
