-- A type without its definition.
-- ==
-- error: error\[E0102\]: unexpected

type t

def f (x: i32) = x
