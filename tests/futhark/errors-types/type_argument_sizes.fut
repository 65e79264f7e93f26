-- A type whose parameter is plain is not for what hides sizes.
-- ==
-- error: error\[E0503\]: the type `t` is not for lifted types(.|\n)*'~a

type t 'a = [2]a
type~ u = t (?[n].[n]i32)
