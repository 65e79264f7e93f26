-- A record with one field more than its type.
-- ==
-- error: error\[E0301\]: expected \{a: i32\}, found \{a: i32, b: i32\}

def f (x: i32) : {a: i32} = {a = x, b = x}
