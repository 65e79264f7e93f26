-- What a type is applied to shows in what it hides, and is no element of an array if its values differ in kind.
-- ==
-- error: `t` hides sizes(.|\n)*`u` may contain functions(.|\n)*array elements cannot have a lifted type

type pair 'a = (a, a)
type t '~a = (a, a)
type u = pair (i32 -> i32)
type two 'a = [2]a
type^ v = two (i32 -> i32)
