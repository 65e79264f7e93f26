-- The branches of `if` have the same fields.
-- ==
-- error: error\[E0301\]: expected \{a: i32, b: i32\}, found \{a: i32, c: i32\}

def f (c: bool) (x: i32) = if c then {a = x, b = x} else {a = x, c = x}
