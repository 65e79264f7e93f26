-- A size where an abbreviation wants a type.
-- ==
-- error: error\[E0309\]: the arguments of the type `list` are of another kind

type list 't = {x: t}
def f (v: list [3]) : i32 = 1
