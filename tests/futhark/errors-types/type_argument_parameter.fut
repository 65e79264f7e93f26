-- A lifted type parameter stands for functions too.
-- ==
-- error: error\[E0503\]: the type `t` is not for lifted types

type t '~a = (a, a)
type^ u '^b = t b
