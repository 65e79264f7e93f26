-- A record without one of the fields of its type.
-- ==
-- error: error\[E0301\]: expected \{a: i32, b: i32\}, found \{a: i32\}

def f (x: i32) : {a: i32, b: i32} = {a = x}
