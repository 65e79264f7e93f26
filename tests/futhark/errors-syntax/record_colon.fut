-- A record's fields get their values by `=`.
-- ==
-- error: error\[E0102\]: unexpected `:`

def f (x: i32) = {a: x, b: 2}
