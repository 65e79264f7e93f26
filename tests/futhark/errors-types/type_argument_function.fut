-- A type whose parameter is plain is not for functions.
-- ==
-- error: error\[E0503\]: the type `t` is not for lifted types(.|\n)*'\^a

type t 'a = (a, a)
type^ u = t (i32 -> i32)
