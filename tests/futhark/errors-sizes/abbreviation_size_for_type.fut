-- A size where an abbreviation wants a type.
-- ==
-- error: error\[E0309\]: wrong kind of argument for the type `list`

type list 't = {x: t}
def f (v: list [3]) : i32 = 1
