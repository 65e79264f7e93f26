-- A hole is a value, not a type.
-- ==
-- error: error\[E0102\]: unexpected `\?\?\?`

def f (x: ???) : i32 = 1
