-- A size that something hides is named before the type.
-- ==
-- error: error\[E0102\]: unexpected `\.`

def f (x: i32) : ?.[n]i32 = [x]
