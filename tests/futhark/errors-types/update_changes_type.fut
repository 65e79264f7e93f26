-- An update of a field keeps its type.
-- ==
-- error: error\[E0301\]: .*i32.*bool

def f (p: {x: i32}) = p with x = true
