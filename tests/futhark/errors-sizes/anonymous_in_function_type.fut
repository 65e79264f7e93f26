-- A hidden size of a type has to be that of an array.
-- ==
-- error: E0502

type^ t = []bool -> bool

entry main (x: bool) : bool = x
