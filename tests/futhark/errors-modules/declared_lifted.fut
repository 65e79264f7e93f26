-- A type that is declared with `~` or `^` is lifted, whatever stands behind it: it is no element of an array, no argument
-- for a plain parameter, and no part of a plain type.
-- ==
-- error: \.fut:8:13.*may differ in size.*\.fut:9:13.*functions.*`c` hides sizes.*`d` hides sizes.*\.fut:13:41.*may differ in size

type~ t = [3]i32
type^ u = i32
type a = [2]t
type b = [2]u
type p 'a = (a, a)
type c = p t
type d = (t, i32)
module e (m: {type~ t}) = { type f = [2]m.t }
type~ right = (t, [2]i32)
