-- A value's name where a module is needed.
-- ==
-- error: error\[E0203\]: .*`m`

def m = 5i32
open m
