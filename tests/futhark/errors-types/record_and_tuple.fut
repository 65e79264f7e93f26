-- A record with names is no tuple.
-- ==
-- error: error\[E0301\]: expected \(i32, i32\), found \{a: i32, b: i32\}

def f (x: i32) : (i32, i32) = {a = x, b = x}
